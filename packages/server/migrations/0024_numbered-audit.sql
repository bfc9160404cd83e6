-- The number of a row within its desk, which readers see in place of its number in the whole log (decision 0022). Stored with the row, so that a
-- page costs what its rows cost, however long the log is. It follows from the order of the desk's rows, so no hash covers it.
alter table audit add column desk_seq bigint;
alter table audit disable trigger audit_is_final;
update audit set desk_seq = numbered.seq
from (select id, row_number() over (partition by desk order by id) as seq from audit where desk is not null) numbered
where audit.id = numbered.id;
alter table audit enable trigger audit_is_final;
alter table audit add constraint audit_desk_is_numbered check ((desk is null) = (desk_seq is null));

create unique index audit_by_desk_number on audit (desk, desk_seq);
create index audit_by_desk_actor on audit (desk, actor, desk_seq);
create index audit_by_desk_action on audit (desk, action, desk_seq);

-- As in migration 0019. Writers wait for each other, so the next number of a desk is free.
create or replace function append_audit(
  at bigint, desk text, actor text, action text, object text, address text, request_id text, detail jsonb, content text
) returns void language plpgsql volatile as $$
declare
  head record;
  last_of_desk bigint;
begin
  perform pg_advisory_xact_lock(7275395933::bigint);
  select id, encode(audit.hash, 'hex') as hash into head from audit order by id desc limit 1;
  select desk_seq into last_of_desk from audit where audit.desk = append_audit.desk order by desk_seq desc limit 1;
  insert into audit (id, at, desk, desk_seq, actor, action, object, address, request_id, detail, hash) overriding system value
  values (coalesce(head.id, 0) + 1, append_audit.at, append_audit.desk,
    case when append_audit.desk is not null then coalesce(last_of_desk, 0) + 1 end, append_audit.actor, append_audit.action, append_audit.object,
    append_audit.address, append_audit.request_id, append_audit.detail,
    sha256(convert_to(coalesce(head.hash, repeat('0', 64)) || content || (coalesce(head.id, 0) + 1) || '}', 'UTF8')));
end $$;
