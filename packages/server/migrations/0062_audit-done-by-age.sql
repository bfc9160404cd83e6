-- What the log has is let go by its age, a little at every change.
create index audit_due_done on audit_due (at) where is_done;
