-- Adds a row to the audit log in one step: a row needs the hash of the row before it, and several steps would keep all other writers waiting
-- between them. `content` is the text that is hashed after the hash of the row before, without the row's own number, which ends it.
-- Each statement of the function sees what was committed before it, so the newest row is read after the lock.
create function append_audit(
  at bigint, desk text, actor text, action text, object text, address text, request_id text, detail jsonb, content text
) returns void language plpgsql volatile as $$
declare
  head record;
begin
  -- An arbitrary number that is not used for any other lock.
  perform pg_advisory_xact_lock(7275395933::bigint);
  select id, encode(audit.hash, 'hex') as hash into head from audit order by id desc limit 1;
  insert into audit (id, at, desk, actor, action, object, address, request_id, detail, hash) overriding system value
  values (coalesce(head.id, 0) + 1, append_audit.at, append_audit.desk, append_audit.actor, append_audit.action, append_audit.object,
    append_audit.address, append_audit.request_id, append_audit.detail,
    sha256(convert_to(coalesce(head.hash, repeat('0', 64)) || content || (coalesce(head.id, 0) + 1) || '}', 'UTF8')));
end $$;
