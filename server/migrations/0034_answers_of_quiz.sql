-- punchcard: no transaction
-- Whether a quiz was answered at all is asked before it is changed, and its results are counted.
create index concurrently if not exists quiz_answer_of_quiz on quiz_answer (tenant_id, quiz_id, customer_id);
