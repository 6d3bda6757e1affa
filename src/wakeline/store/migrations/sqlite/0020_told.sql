-- What transcripts without sources have told, by its moment: taken in again, it is known by that.
CREATE INDEX episodes_told ON episodes (at) WHERE source_id IS NULL AND origin = 'import';
