"""Numbered migrations, pinned by hash.

Each file runs once, in one transaction with its record. A home whose records have
newer versions or other hashes than this version knows is refused before anything
is written. It does not know how an engine runs a script.
"""

import os
from collections.abc import Sequence
from typing import NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import AlteredSchema, NewerSchema

FOLDER = os.path.join(os.path.dirname(__file__), "migrations")

# What each file must hash to. A migration that has been released never changes.
PINS: dict[str, tuple[str, ...]] = {
    "sqlite": (
        "4e564074b2fd560c07ed9206d5529e89258d79cfefb378e1aa1ad99b7a27b9d6",
        "02287163abaa7156bcbd6c3fa3d9ee8c98986774532d0c4191a796f049d664b8",
        "7c8fc9c449ed575891e4621dfc098f15bd5aa652b7c8edd2c2025fb522cdb7b3",
        "521107f32035090a3bab1072ed90cfd7f9d2c00ebf3d71535750918200b8ae1c",
        "cbf6353b2584e691f61803713ac5d150caf8538aa924d3076b01b44c9a2030fb",
        "f1de65ffd11b3c98e3ede901c52c48b73b004cc597eccabd7fd38acc319073af",
        "f7fd245e0e4aa9a2d1f86efb2b0514cadb2de68b8770de2337cde13fd866b997",
        "e28cc261e25592e28b3d92b05c98a695b3b82c50c87bf4212410d7ecd1ceb7fe",
        "387ea967c34cb1da20402df2ec896d29f896033579c0e35fc74fc5e0b2ab254e",
        "57eacf83877e3879ac21163de1e9391e91010a690ffb2c60e668b8c70eccb3c1",
        "4165198ea665fa6bcdd71c053a4b932e34d893321cb8ee4395aec6ec0005a31b",
        "62cb05f3766a6502172b95494cea35c8db2d32c201d432ad7b516c6063b1264d",
        "949d4807653f06470be740e8217a79341ba256f018a622c6db7d11a488db05b7",
        "6be3e999c23483c1ced7a95910854efb93fb19703bbb259e87a1eab42d9399cd",
        "438a94a10f8d2208e0ff546eb32bc5ab6a2d96746c5a86229ba01fe67f66712e",
        "8fdce79be8765fc714000794e66b26729ee0c234e219b2199cec85a93051c70c",
        "1ff2188e67c1c683a10b2808f78a021bf433f2e13781e08e0c5cd9a63afb6195",
        "20d9b23edb41d51e80c1dff07be009730854ba7c0f00ac320bdeb4fe62e16123",
        "3b28511f2aa6c339f5ee9245560e5ce296f26558278d65154e48217357565b11",
        "d23e935d41c3f131690f0598ea9acdf49851922c14e3a5f043bb4a433e598e80",
        "6c0612089e4e611db3f14b90dbdf840f72d8d590aff20aa89454ad537447dd80",
    ),
    "home": (
        "d8d2ddf675f04f18335313d0f0984991a83defee04815aaeaa3ed66aeeb3a705",
        "4759728c1ac7a63b65b00bd434045c1130002fa7cd2b8bad4ba9e7ddab44b825",
    ),
    "postgres": (
        "2e22df9a4233a23fa10b349438fec4eb708d94e788e2471cb64d7408615cbc4d",
        "0a67961df72a8c7884dbf1a5e7e292e4ce9818401ee914f9e3ca233b53a91048",
        "d17133aae9699f71136ab815840acd0514431adb949ff6708f5a18c0bdf78b65",
        "30425567f0a30d9faaf84032f0a5f599bdcc9f03efd19863c7484eb8c810e5b5",
        "082b3b3762e364d4346b69ed872abcec7057f368e8848db2e7e0b9156bbe8d82",
        "2aa3d10d16fededa970099736c76e8004342959afd2700cfce03c18dde4609c3",
        "13ea9c15fcd9dbf878ff1479851690efe706454eac5e6d6604e860c9d9e555c2",
        "5ffaa6cfb8b31445c96be90fd7f25e3a6450c84c37aefba67f7ca6fe156e8090",
        "f6521965788a4716ebc411d5514c8fdfa0dd7a45c660a98cd15d0b2c77ff1000",
        "b4340eee7b51d90e539ed2ac030d1dc952539ab526c88e73256bc780bb9982f4",
        "91da099cf6eceac96d1ad8628c33cf4edbf9bb6b653773096e879972ccef3a26",
        "212f32d3dd322b36a1637ad1d92c88990c62034b5f210f7efb6f55306299d708",
        "b161611b396bf5c6aaaa096e4bcf86c3f84ba60aaea31c072744315f83103a84",
        "86866f18b961abf01bd8aa40bb7b08b3b78b9c007c2b554a86de7b5cff8acd12",
        "51e5f5628ccecfced1f9504a0210aba45ab1943b8f482edf41120ceaf17f4202",
        "0cc1870941c942f1260996a9dd35e9c5249bc8e3e40f67e10f757ef2999f4fa8",
        "c5f076e71ccfa9fc7ba98c05690572cbb454cb37df8754acb67591f648e2c27e",
        "d049e06b75852a4084b81d1a81afa6979e8eec3468485efd6925b40516cc8980",
        "225cbe08f787f69a1a32f3904d26b116534821cff06c470bbd8255bc7418a67d",
        "8544aff45420366b16be8cb70c67d705115983fa87d25b533a092bfd7dca8238",
        "f789a553f228133684fa9e314b32528fa21d3d8c2c80b7059bec1b4a8a0db1a4",
        "2040bf15eda2c7b0a4fb8b7ba99234bb0e7a83684902d7a357e5dc53f01f96a7",
        "4733775602db62633429effe5d4c5d048462812baab217b436a86455eef90e30",
    ),
}

# Hashes that a home may have recorded for a file whose text was shortened later: these created
# the function hydrate_agent, whose one text now stands in store/functions.
EARLIER: dict[tuple[str, int], str] = {
    ("postgres", 6): "31bc8347e9aa2034361fd1b9054657f880328b3e683a80a029fd8718ced76e7e",
    ("postgres", 22): "9ea88d060a0a3fb87218432799fb91acaa0c42312d04715a8a05296b71e1233c",
    ("postgres", 23): "16ee70e954078d884a7f14fe21752b125300e5fba83320373e1e657709b9545f",
}


class Migration(NamedTuple):
    """One migration file: its number, its name, its hash, its text."""

    version: int
    name: str
    sha256: str
    text: str


def migrations(kind: str) -> list[Migration]:
    """The migrations of one schema, in order."""
    folder = os.path.join(FOLDER, kind)
    found = []
    for entry in sorted(os.listdir(folder)):
        if entry.endswith(".sql"):
            with open(os.path.join(folder, entry), "rb") as source:
                raw = source.read().replace(b"\r\n", b"\n")
            version, name = entry[:-4].split("_", 1)
            found.append(Migration(int(version), name, sha256_hex(raw), raw.decode()))
    return found


def pending_migrations(kind: str, applied: Sequence[tuple[int, str]], where: str) -> list[int]:
    """The versions still to run. Raises if an applied one is newer or altered."""
    pins = PINS[kind]
    newest = max((version for version, _ in applied), default=0)
    if newest > len(pins):
        raise NewerSchema(
            f"{where} was written by a newer version "
            f"(schema {newest}, this one knows {len(pins)}). Nothing was changed.",
            todo="Update wakeline, or open a copy made by `wakeline backup` with this version.",
        )
    for version, sha256 in applied:
        if sha256 not in (pins[version - 1], EARLIER.get((kind, version))):
            raise AlteredSchema(
                f"{where} has a schema {version} that this version does not know. "
                "Nothing was changed.",
                todo="Restore a backup with `wakeline restore`, or open it with the version "
                "that wrote it.",
            )
    done = {version for version, _ in applied}
    return [version for version in range(1, len(pins) + 1) if version not in done]
