-- Nothing outlives the right behind it (rulebook 2.16, 2.26): the previous secret of a key knows its holder, and open invitations of people who are
-- no longer administrators are withdrawn.
alter table api_key add column previous_held_by text;

update invitation set withdrawn_at = (extract(epoch from now()) * 1000)::bigint
where accepted_at is null and withdrawn_at is null and created_by <> 'operator' and not exists (
  select from membership join app_user on app_user.id = membership.app_user
  where membership.app_user = invitation.created_by and membership.desk = invitation.desk and membership.role = 'administrator'
    and membership.suspended_at is null and app_user.suspended_at is null and app_user.disabled_at is null
);
