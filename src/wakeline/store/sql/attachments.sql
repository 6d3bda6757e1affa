-- Receipts of files that were shown to the agent, and where they were shown.

-- attachments.by_id
-- One receipt, whatever became of it.
SELECT @Receipt FROM attachment_receipts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- attachments.all
-- Receipts by their ids, behind the last that was seen.
SELECT @Receipt FROM attachment_receipts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id > :after
 ORDER BY id LIMIT :limit;

-- attachments.turns_of
-- Where a file was shown, the last place first.
SELECT @ReceiptTurn FROM attachment_receipt_turns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND receipt_id = :receipt_id
 ORDER BY id DESC LIMIT :limit;

-- attachments.of_thread
-- The receipts of what was shown last in a thread.
SELECT @Receipt FROM attachment_receipts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND id IN (SELECT receipt_id FROM (
        SELECT receipt_id FROM attachment_receipt_turns
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
         ORDER BY id DESC LIMIT :limit) AS found)
 ORDER BY updated_at DESC, id;

-- attachments.of_session
-- The receipts of what was shown last in a session.
SELECT @Receipt FROM attachment_receipts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND id IN (SELECT receipt_id FROM (
        SELECT receipt_id FROM attachment_receipt_turns
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
         ORDER BY id DESC LIMIT :limit) AS found)
 ORDER BY updated_at DESC, id;
