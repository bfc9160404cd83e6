-- What became of a command is asked by its key alone.
create index remembered_answer_by_key on remembered_answer (key);
