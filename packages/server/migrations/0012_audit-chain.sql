-- The audit log is final: rows are added one after another, each with its hash; nothing is changed, taken out or emptied.
-- Rows from before the chain get their hash once, and nothing else of them may move.
create or replace function audit_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and to_jsonb(new) - 'hash' = to_jsonb(old) - 'hash' then
    return new;
  end if;
  raise exception 'audit rows are final';
end $$;
create trigger audit_is_not_emptied before truncate on audit for each statement execute function audit_is_final();
