/** Two scenarios of perpetual orders in the running product: orders that come too late, and exits that follow their position. */
import { perpetualCalls as calls, type Client } from '@parley/client'
import { expect, vi } from 'vitest'
import { MARKET } from './perpetuals-product.ts'

type Story = {
  readonly tess: Client
  /** A price as a share of the mark. */
  readonly priceAt: (share: number) => string
  readonly auditOf: (action: string) => Promise<readonly { readonly actor: string; readonly outcome: string }[]>
}

const until = (look: () => Promise<void>): Promise<void> => vi.waitFor(look, { timeout: 20_000, interval: 25 })
export const atMarket = (side: 'BUY' | 'SELL', quantity: string) => ({ market: MARKET, side, kind: 'MARKET', quantity }) as const
export const limit = (side: 'BUY' | 'SELL', quantity: string, price: string) =>
  ({ market: MARKET, side, kind: 'LIMIT', quantity, price }) as const

export async function refusesLateOrders({ tess, priceAt, auditOf }: Story): Promise<void> {
  const sent = (await auditOf('PlacePerpetualOrder')).length
  await expect(
    tess.call(calls.placePerpetualOrder, { body: { ...atMarket('BUY', '0.1'), not_after: Date.now() - 1_000 } }),
  ).rejects.toMatchObject({ error: 'OrderTooLate', member: 'not_after' })
  expect(await auditOf('PlacePerpetualOrder')).toHaveLength(sent)
  await tess.call(calls.placePerpetualOrder, { body: { ...limit('BUY', '0.1', priceAt(0.98)), not_after: Date.now() + 30_000 } })
  await tess.call(calls.cancelAllPerpetualOrders, { body: {} })
}

export async function exitsFollowThePosition({ tess, priceAt, auditOf }: Story): Promise<void> {
  const exit = (kind: 'STOP_MARKET' | 'TAKE_PROFIT_MARKET', share: number) =>
    ({
      market: MARKET,
      side: 'SELL',
      kind,
      quantity: '0.3',
      trigger_price: priceAt(share),
      effect: 'REDUCE_ONLY',
      follows_position: true,
    }) as const
  const exits = async () => (await tess.call(calls.listPerpetualOrders, {})).results.filter(({ follows_position: follows }) => follows)
  await expect(
    tess.call(calls.placePerpetualOrder, { body: { ...limit('SELL', '0.1', priceAt(1.02)), follows_position: true } }),
  ).rejects.toMatchObject({ error: 'PerpetualOrderInvalid', member: 'follows_position' })
  await expect(tess.call(calls.placePerpetualOrder, { body: { ...atMarket('BUY', '0.1'), client_id: 'exit-mine' } })).rejects.toMatchObject(
    { error: 'PerpetualOrderInvalid', member: 'client_id' },
  )
  for (const one of [exit('STOP_MARKET', 0.9), exit('TAKE_PROFIT_MARKET', 1.1)]) await tess.call(calls.placePerpetualOrder, { body: one })
  await tess.call(calls.placePerpetualOrder, { body: atMarket('BUY', '0.3') })
  await tess.call(calls.placePerpetualOrder, { body: { ...atMarket('SELL', '0.1'), effect: 'REDUCE_ONLY' } })
  await until(async () => expect((await exits()).map(({ quantity }) => quantity)).toEqual(['0.2', '0.2']))
  await tess.call(calls.placePerpetualOrder, { body: { ...atMarket('SELL', '0.2'), effect: 'REDUCE_ONLY' } })
  await until(async () => expect(await exits()).toEqual([]))
  expect(await auditOf('AmendPerpetualOrder')).toContainEqual(expect.objectContaining({ actor: 'ORRY', outcome: 'DONE' }))
}

type Database = { unsafe(statement: string): Promise<unknown> }

/** The log refuses the first record of a change of an exit, as a full disk would. A sequence counts the attempts, also of the one that is undone. */
export async function exitsOutliveAFailedWrite(story: Story, sql: Database): Promise<void> {
  await sql.unsafe(`
    create sequence tried_amendments;
    create function refuse_the_first() returns trigger language plpgsql as $$ begin
      if new.action = 'AmendPerpetualOrder' and nextval('tried_amendments') = 1 then raise exception 'no space left on the disk'; end if;
      return new;
    end $$;
    create trigger refuses_the_first before insert on audit for each row execute function refuse_the_first()`)
  try {
    await exitsFollowThePosition(story)
    expect(await sql.unsafe('select is_called and last_value > 1 as "isRefused" from tried_amendments')).toMatchObject([
      { isRefused: true },
    ])
  } finally {
    await sql.unsafe('drop trigger refuses_the_first on audit; drop function refuse_the_first; drop sequence tried_amendments')
  }
}
