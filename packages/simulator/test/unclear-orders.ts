/** Perpetual orders whose sender is hard to determine. A stop of the sender still has to cancel them (rulebook 18.7). */
import { expect } from 'vitest'
import type { Product } from './perpetuals-product.ts'

export async function placesUnclearOrders({ venue, sql }: Product, place: (clientId: string) => Promise<unknown>): Promise<void> {
  // An order still belongs to its user, whatever the venue has refused under its client id before or after it.
  await place('repeated')
  await expect(place('repeated')).rejects.toMatchObject({ error: 'PerpetualRefused' })
  const refusal = { kind: 'REJECT', code: 400, message: 'not now', data: 'VALIDATION_ERROR' } as const
  venue.faults.order({ method: 'POST /orders', fault: refusal, times: 1 })
  await expect(place('refused-at-first')).rejects.toMatchObject({ error: 'PerpetualRefused' })
  await place('refused-at-first')
  // An order that cannot be recorded is not sent: the venue takes its client id afterwards. One that was executed stays executed.
  await expect(withoutRecords(sql, 'SENT', () => place('never-sent'))).rejects.toMatchObject({ status: 500 })
  await place('never-sent')
  await withoutRecords(sql, 'DONE', () => place('not-recorded'))
}

/** The log refuses the records of orders with this outcome until the work is over, as a full disk would. */
async function withoutRecords(sql: Product['sql'], outcome: 'SENT' | 'DONE', work: () => Promise<unknown>): Promise<void> {
  await sql.unsafe(`
    create function refuse_orders() returns trigger language plpgsql as $$ begin
      if new.action = 'PlacePerpetualOrder' and new.detail ->> 'outcome' = '${outcome}' then raise exception 'no space left on the disk'; end if;
      return new;
    end $$;
    create trigger refuses_orders before insert on audit for each row execute function refuse_orders()`)
  try {
    await work()
  } finally {
    await sql.unsafe('drop trigger refuses_orders on audit; drop function refuse_orders')
  }
}
