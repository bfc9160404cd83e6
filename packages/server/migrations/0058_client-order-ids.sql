-- A desk's own name for an order of the direct flow, as quotes of the order book have it.
alter table rfq_order add column client_order_id text;
create index rfq_order_by_client_order_id on rfq_order (desk, client_order_id, created_at desc) where client_order_id is not null;
