-- Decisions are final, as the audit log is: a row is added, and never changed, taken out or emptied.
create function journal_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'journal rows are final';
end $$;
create trigger journal_is_final before update or delete on journal for each row execute function journal_is_final();
create trigger journal_is_not_emptied before truncate on journal for each statement execute function journal_is_final();
