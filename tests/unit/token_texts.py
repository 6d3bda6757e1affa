"""Texts of many kinds, to hold the estimate of tokens against a real tokenizer.

Written for these tests: some everyday lines in each language, and what else agents keep.
"""

from __future__ import annotations

from typing import Final

ENGLISH: Final = {
    "a diary": "We walked along the river until the path ended at an old boathouse. Somebody had "
    "left a lamp burning in the window, and the water was so still that we could see it twice. "
    "Mara said that she would like to live there in winter, with books and a stove and nobody "
    "to ask what day it was. I told her that I would miss the bakery. On the way home it began "
    "to rain, first softly and then as if someone were emptying buckets, and we ran the last "
    "half mile laughing.",
    "a decision": "We decided to keep the staging database on the small server for another month. "
    "The migration takes about four hours, and nobody wants to be on call during the holidays. "
    "Anna will write the plan, I will check the backups, and we meet again on the second Tuesday "
    "of January. If the disk fills up before that, we delete the old logs and ask for a larger "
    "one.",
    "a talk": "Do you remember what I told you about my sister? She called last night. She got the "
    "job in Lisbon after all and wants to move in March. I am happy for her, of course, but it "
    "also means that I have to find someone who looks after Dad on Thursdays. Could you remind "
    "me next week to call the neighbours?",
    "instructions": "Always answer in short sentences. Do not change files outside the project "
    "folder without asking first. When a test fails, say which one and why before you try to fix "
    "it. Prefer the standard library, and explain every new dependency. If you are not sure what "
    "I meant, ask one question and wait for the answer.",
}
LANGUAGES: Final = {
    "German": "Gestern haben wir beschlossen, den Umzug des Servers auf nächsten Donnerstag zu "
    "verschieben. Die Datensicherung war unvollständig, und niemand konnte erklären, weshalb die "
    "Überprüfung trotzdem erfolgreich gewesen sein soll. Frau Schäfer kümmert sich um die "
    "Zugangsberechtigungen, ich schreibe die Bedienungsanleitung.",
    "French": "Hier soir, nous avons décidé de reporter le déménagement à la semaine prochaine. Ma "
    "sœur n'était pas d'accord, mais elle a fini par comprendre que la fenêtre de la cuisine "
    "devait être réparée avant l'hiver. Rappelle-moi d'appeler le propriétaire jeudi après-midi.",
    "Spanish": "Mañana por la mañana tengo que llamar al médico para preguntar por los resultados. "
    "Mi hermano dice que no hay que preocuparse, pero prefiero saberlo cuanto antes. Después "
    "iremos a comprar pintura para el barco y, si hace buen tiempo, saldremos a navegar.",
    "Portuguese": "O caiaque está no barracão desde o verão passado e precisa de uma nova camada "
    "de verniz. Combinámos que o João trata das ferramentas e eu levo o almoço. Não te esqueças "
    "de me lembrar da reunião de condomínio na quinta-feira às nove horas.",
    "Italian": "Abbiamo deciso di rimandare il viaggio perché la nonna non si sente ancora bene. "
    "Mio fratello porterà le chiavi della casa al mare e controllerà che il tetto non perda più. "
    "Ricordami di scrivere all'assicurazione prima della fine del mese.",
    "Dutch": "We hebben afgesproken dat de verhuizing pas na de zomervakantie begint. Mijn broer "
    "regelt de vrachtwagen en ik zorg voor de verzekeringspapieren. Vergeet niet om volgende "
    "week de buurvrouw te bellen over de sleutel van het tuinhuisje.",
    "Swedish": "Vi bestämde oss för att skjuta upp flytten till nästa torsdag. Säkerhetskopian var "
    "ofullständig och ingen kunde förklara varför kontrollen ändå hade lyckats. Påminn mig om "
    "att ringa grannen på måndag och fråga om nyckeln till båthuset.",
    "Danish": "Vi blev enige om at udskyde flytningen til efter sommerferien. Min søster tager sig "
    "af lejligheden, og jeg skriver til forsikringsselskabet. Husk mig på, at båden skal males, "
    "inden vinteren kommer, og at naboens hund ikke må få chokolade.",
    "Finnish": "Päätimme eilen siirtää palvelimen muuton ensi viikon torstaihin. Varmuuskopio oli "
    "puutteellinen, eikä kukaan osannut selittää, miksi tarkistus oli silti onnistunut. Muistuta "
    "minua soittamaan naapurille maanantaina ja kysymään venevajan avainta.",
    "Polish": "Wczoraj postanowiliśmy przełożyć przeprowadzkę na przyszły tydzień. Kopia zapasowa "
    "była niekompletna i nikt nie potrafił wyjaśnić, dlaczego sprawdzenie mimo to się powiodło. "
    "Przypomnij mi, żebym w poniedziałek zadzwonił do sąsiadki w sprawie klucza.",
    "Czech": "Včera jsme se rozhodli odložit stěhování na příští čtvrtek. Záloha nebyla úplná a "
    "nikdo nedokázal vysvětlit, proč kontrola přesto proběhla úspěšně. Připomeň mi, abych v "
    "pondělí zavolal sousedce kvůli klíči od loděnice.",
    "Hungarian": "Tegnap úgy döntöttünk, hogy a költözést a jövő hétre halasztjuk. A biztonsági "
    "mentés hiányos volt, és senki sem tudta megmagyarázni, miért sikerült mégis az ellenőrzés. "
    "Emlékeztess, hogy hétfőn felhívjam a szomszédot a csónakház kulcsa miatt.",
    "Romanian": "Ieri am hotărât să amânăm mutarea până săptămâna viitoare. Copia de siguranță nu "
    "era completă și nimeni nu a putut explica de ce verificarea a reușit totuși. Amintește-mi "
    "să o sun luni pe vecină în legătură cu cheia de la hangar.",
    "Turkish": "Dün taşınmayı gelecek haftaya ertelemeye karar verdik. Yedekleme eksikti ve hiç "
    "kimse kontrolün neden yine de başarılı olduğunu açıklayamadı. Pazartesi günü komşuyu "
    "aramamı ve kayıkhanenin anahtarını sormamı bana hatırlat.",
    "Indonesian": "Kemarin kami memutuskan untuk menunda kepindahan sampai minggu depan. Salinan "
    "cadangannya tidak lengkap dan tidak seorang pun bisa menjelaskan mengapa pemeriksaannya "
    "tetap berhasil. Ingatkan saya untuk menelepon tetangga pada hari Senin.",
    "Vietnamese": "Hôm qua chúng tôi quyết định dời việc chuyển nhà sang tuần sau. Bản sao lưu "
    "không đầy đủ và không ai giải thích được vì sao việc kiểm tra vẫn thành công. Hãy nhắc tôi "
    "gọi cho bà hàng xóm vào thứ hai để hỏi về chìa khóa nhà thuyền.",
    "Russian": "Вчера мы решили перенести переезд на следующую неделю. Резервная копия оказалась "
    "неполной, и никто не смог объяснить, почему проверка всё же прошла успешно. Напомни мне в "
    "понедельник позвонить соседке и спросить про ключ от лодочного сарая.",
    "Ukrainian": "Учора ми вирішили перенести переїзд на наступний тиждень. Резервна копія "
    "виявилася неповною, і ніхто не зміг пояснити, чому перевірка все ж пройшла успішно. Нагадай "
    "мені в понеділок зателефонувати сусідці та запитати про ключ.",
    "Greek": "Χθες αποφασίσαμε να αναβάλουμε τη μετακόμιση για την επόμενη εβδομάδα. Το αντίγραφο "
    "ασφαλείας ήταν ελλιπές και κανείς δεν μπόρεσε να εξηγήσει γιατί ο έλεγχος πέτυχε. Θύμισέ "
    "μου να τηλεφωνήσω στη γειτόνισσα τη Δευτέρα για το κλειδί.",
    "Arabic": "قررنا أمس تأجيل الانتقال إلى الأسبوع القادم. كانت النسخة الاحتياطية ناقصة ولم يستطع "
    "أحد أن يشرح لماذا نجح الفحص رغم ذلك. ذكرني يوم الاثنين بأن أتصل بالجارة وأسألها عن مفتاح "
    "المخزن.",
    "Hebrew": "אתמול החלטנו לדחות את המעבר לשבוע הבא. הגיבוי לא היה שלם ואיש לא הצליח להסביר מדוע "
    "הבדיקה בכל זאת עברה בהצלחה. תזכיר לי ביום שני להתקשר לשכנה ולשאול על המפתח של בית הסירות.",
    "Hindi": "कल हमने तय किया कि घर बदलने का काम अगले हफ्ते तक टाल दिया जाए। बैकअप अधूरा था और कोई यह नहीं "
    "समझा सका कि जाँच फिर भी सफल क्यों रही। सोमवार को मुझे याद दिलाना कि पड़ोसन को फोन करके चाबी के "
    "बारे में पूछना है।",
    "Thai": "เมื่อวานเราตัดสินใจเลื่อนการย้ายบ้านไปเป็นสัปดาห์หน้า ข้อมูลสำรองไม่ครบถ้วนและไม่มีใครอธิบายได้ว่า"
    "ทำไมการตรวจสอบจึงผ่าน ช่วยเตือนให้ฉันโทรหาเพื่อนบ้านวันจันทร์เรื่องกุญแจโรงเก็บเรือด้วย",
    "Chinese": "昨天我们决定把搬家推迟到下个星期。备份不完整，没有人能解释为什么检查仍然通过了。"
    "请在星期一提醒我给邻居打电话，问一下船库的钥匙。妹妹说她会带面包和咖啡过来，"
    "如果天气好，我们就去河边散步。",
    "Traditional Chinese": "昨天我們決定把搬家延後到下個星期。備份並不完整，沒有人能解釋"
    "為什麼檢查仍然通過了。請在星期一提醒我打電話給鄰居，問一下船庫的鑰匙。",
    "Japanese": "昨日、引っ越しを来週まで延期することに決めました。バックアップが不完全だったのに、"
    "なぜ検査が成功したのか誰も説明できませんでした。月曜日に隣の人へ電話して、"
    "ボート小屋の鍵のことを聞くように思い出させてください。",
    "Korean": "어제 우리는 이사를 다음 주로 미루기로 결정했습니다. 백업이 불완전했고 검사가 왜 "
    "그래도 성공했는지 아무도 설명하지 못했습니다. 월요일에 이웃에게 전화해서 보트 창고 열쇠에 "
    "대해 물어보라고 알려 주세요.",
}
CODE: Final = {
    "Python": "def settled(rows: list[Row], *, now: datetime) -> dict[str, int]:\n"
    '    """How many rows each kind has."""\n'
    "    found: dict[str, int] = {}\n"
    "    for row in rows:\n"
    "        if row.deleted_at is None and row.valid_to >= now:\n"
    "            found[row.kind] = found.get(row.kind, 0) + 1\n"
    "    return {k: v for k, v in sorted(found.items()) if v > 1}\n",
    "TypeScript": "export async function load<T>(url: string, init?: RequestInit): Promise<T> {\n"
    "  const res = await fetch(`${BASE}/${url}?v=${Date.now()}`, { ...init, headers });\n"
    "  if (!res.ok) throw new HttpError(res.status, await res.text());\n"
    "  return (await res.json()) as T;\n}\n",
    "C": "#include <stdio.h>\n\nstatic int cmp(const void *a, const void *b) {\n\t"
    "const int x = *(const int *)a, y = *(const int *)b;\n\treturn (x > y) - (x < y);\n}\n\n"
    "int main(void) {\n\tint v[] = {5, 3, 9, 1};\n\tqsort(v, 4, sizeof *v, cmp);\n\t"
    'printf("%d\\n", v[0]);\n\treturn 0;\n}\n',
    "SQL": "SELECT m.id, m.title, count(*) AS uses\n  FROM memories AS m\n  LEFT JOIN uses AS u ON "
    "u.memory_id = m.id AND u.tenant_id = m.tenant_id\n WHERE m.agent_id = :agent_id AND "
    "m.archived_at IS NULL\n GROUP BY m.id, m.title\nHAVING count(*) > 3\n ORDER BY uses DESC, "
    "m.id\n LIMIT 20;",
    "shell": '#!/usr/bin/env bash\nset -euo pipefail\nfor f in "$HOME"/backups/*.tar.gz; do\n  '
    '[[ -s "$f" ]] || { echo "empty: $f" >&2; exit 1; }\n  tar -tzf "$f" | grep -E '
    "'^\\./(etc|var)/' | sort -u > \"${f%.tar.gz}.lst\"\ndone\n",
    "minified": '!function(e,t){"object"==typeof exports?t(exports):t(e.q={})}(this,function(e){'
    "var t=[],n=0;e.push=function(r){t[n++]=r;return n>9?(t=t.slice(5),n-=5):n},e.pop=()=>t[--n]"
    "});",
    "a diff": "@@ -12,7 +12,9 @@ def wake(place):\n-    room = budget\n+    room = budget - RESERVE"
    '\n+    if room < LEAST_BUDGET:\n+        raise Invalid(f"{budget} is too little")\n     '
    "taken = {}\n",
}
MACHINES: Final = {
    "JSON": '{"id": "01KA5XW3M8Q2ZC7N4E6R9T0YBD", "kind": "conversation", "at": '
    '"2026-11-15T09:02:11.318402Z", "importance": 0.62, "tags": ["boat", "winter"], "metadata": '
    '{"source": "mail", "size": 18234, "ok": true, "parent": null}}',
    "a table": "| day | miles | weather | boat |\n|---|---:|---|---|\n| Mon 2 Nov | 12.4 | rain, 6 "
    "°C | Heron |\n| Tue 3 Nov | 8.0 | fog | Heron |\n| Wed 4 Nov | 21.75 | clear, −1 °C | Otter "
    "|\n",
    "CSV": "id,name,amount,currency,booked_at\n10023,Schäfer GmbH,1849.90,EUR,2026-03-01\n10024,"
    "Ferreira & Filhos,72.05,EUR,2026-03-02\n10025,北京茶馆,388.00,CNY,2026-03-02\n",
    "hashes": "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68 "
    "d41d8cd98f00b204e9800998ecf8427e da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "ids": "01KA5XW3M8Q2ZC7N4E6R9T0YBD 01KA5XW3M9F1HJ5V2K8P3S6TQG "
    "7f3c1a52-9b0e-4d6a-8f21-c5e7d9b3a604 req_8Xk2mPq9Lw",
    "base64": "eyJhbGciOiJIUzI1NiIsImtpZCI6IjIwMjYtMTEifQ.eyJzdWIiOiJhc2giLCJ0ZW5hbnQiOiJkZWZhdWx0"
    "In0.q3Vt9rXzK1mWc8yHs0LpB7dNfJ2uEaGiOoPkTqZvRxY",
    "addresses": "https://docs.example.org/en/latest/guide/install.html?ref=readme&v=2.14.1#linux "
    "git@git.example.com:team/wake-line.git /usr/local/lib/python3.11/site-packages/apsw/"
    "__init__.py C:\\Users\\Mara\\Documents\\Reise 2026\\plan_v3.final.docx",
    "a log": "2026-11-15 09:02:11,318 ERROR [worker-3] store.units: BusyError: database is locked "
    '(retry 4/5, waited 1250 ms) pid=48213 tid=0x7f3b2c9ff700\n  File "/srv/app/units.py", line '
    "218, in commit\n",
    "numbers": "3.14159 2,718,281 1e-9 0x7fff 42 % 1/3 -17.5 +49 30 1234567 10:45 2026-02-28 99.95",
    "screaming": "WARNING: DO NOT RUN THIS ON THE PRODUCTION DATABASE. MAX_RETRY_COUNT=5 "
    "HTTP_PROXY_URL IS NOT SET",
    "emoji": "Great trip! 🛶🌧️ We saw 3 otters 🦦🦦🦦 and a heron ❤️ 👩‍🚀👍🏽 🇵🇹 see you soon 🙂✨",
    "a drawing": "├── src\n│   ├── wakeline\n│   │   └── minds ▓▓▒░\n└── tests "
    "✓ ✗ → ← ≤ ≥ ≠ ∞ √ α β",
    "spaces": "name:            value\n\n\n\n        deep\n\t\t\tdeeper\n    \n  -   item\n"
    + " " * 40
    + "end\n",
    "marks": "---------- ========== ********** .......... ?!?!?! ((())) [[]] {{}} <<>> $$$ ~~~ "
    "### ```",
}
