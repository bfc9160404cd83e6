/**
 * Adds final outcomes to the sums, each once: the row of the list is removed in the transaction that changes the sums, and one process counts at a
 * time (docs/decisions/0950).
 */
import { cellOf, isNamedOn, leaderDay, responsesOf, volumeOf, type DeskId, type NamingChoice, type Rfq, type Trade } from '@parley/core'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { MOMENTS_READ } from '../rfq/limits.ts'
import { momentOf } from '../rfq/record-store.ts'
import { createCrowd, writeCrowd } from './crowd.ts'
import { MOST_AT_ONCE } from './limits.ts'
import { createSums, type LeaderRole, type ResponseRow, type VolumeRow } from './sums.ts'

type Due = { readonly kind: 'TRADE' | 'RFQ'; readonly id: string; readonly at: number }
type Ended = {
  readonly rfq: Rfq
  readonly trades: readonly Trade[]
  readonly moments: readonly Parameters<typeof momentOf>[0][]
  /** For an RFQ with more book snapshots than are read, every maker's first quote is known, but not the cover. */
  readonly isWhole: boolean
}

/** Counts everything that had ended before then. Resolves once the sums are complete up to that time, or it is stopped between two batches. */
export async function countUntil(sql: Sql, until: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && !(await sql.begin((tx) => countSome(tx, until))));
}

/** Returns whether nothing is left. */
async function countSome(tx: TransactionSql, until: number): Promise<boolean> {
  // Another process that counts waits here, and then finds that the rows we have counted are gone.
  await tx`select from leaderboard_published for update`
  const due = await tx<Due[]>`
    delete from leaderboard_due where (kind, id) in (
      select kind, id from leaderboard_due where at < ${until} order by at, kind, id limit ${MOST_AT_ONCE}
    ) returning kind, id, at`
  const firms = await firmsIn(tx)
  const [sums, crowd] = [createSums(), createCrowd()]
  await addTrades(tx, due, firms, { sums, crowd })
  await addRequests(tx, due, firms, { sums, crowd })
  const { volumes, responses } = sums.rows()
  if (volumes.length > 0) await writeVolumes(tx, volumes)
  if (responses.length > 0) await writeResponses(tx, responses)
  if (crowd.rows().length > 0) await writeCrowd(tx, crowd.rows())
  const isAll = due.length < MOST_AT_ONCE
  if (isAll) await tx`update leaderboard_published set until = greatest(until, ${until})`
  return isAll
}

type Firms = { readonly of: (desk: DeskId) => string | undefined; readonly isNamed: (desk: DeskId, day: number) => boolean }

async function firmsIn(tx: TransactionSql): Promise<Firms> {
  const desks = new Map(
    (await tx<{ ticker: DeskId; firm: string }[]>`select ticker, firm from desk`).map(({ ticker, firm }) => [ticker, firm]),
  )
  const rows = await tx<({ firm: string } & NamingChoice)[]>`
    select firm, from_day as "fromDay", is_named as "isNamed" from leaderboard_choice`
  const choices = Map.groupBy(rows, ({ firm }) => firm)
  return { of: (desk) => desks.get(desk), isNamed: (desk, day) => isNamedOn(choices.get(desks.get(desk)!) ?? [], day) }
}

type Counts = { readonly sums: ReturnType<typeof createSums>; readonly crowd: ReturnType<typeof createCrowd> }
const idsOf = (due: readonly Due[], kind: Due['kind']): string[] => due.flatMap((one) => (one.kind === kind ? [one.id] : []))

async function addTrades(tx: TransactionSql, due: readonly Due[], firms: Firms, { sums, crowd }: Counts): Promise<void> {
  const ids = idsOf(due, 'TRADE')
  if (ids.length === 0) return
  const rows = await tx<{ rfq: Rfq; trade: Trade }[]>`
    select rfq.body as rfq, rfq_trade.body as trade from rfq_trade join rfq on rfq.id = rfq_trade.rfq_id where rfq_trade.id = any(${ids})`
  for (const { rfq, trade } of rows) {
    const cell = cellOf(rfq)
    const parties: readonly (readonly [LeaderRole, DeskId])[] = [
      ['TAKER', trade.taker],
      ['MAKER', trade.maker],
    ]
    // A desk may trade with another desk of its firm, but such trades add nothing to a firm's volume.
    if (cell === undefined || firms.of(trade.taker) === firms.of(trade.maker)) continue
    const volume = volumeOf(rfq.structure, trade)
    const day = leaderDay(trade.settledAt!)
    for (const [role, desk] of parties) {
      const [firm, isNamed] = [firms.of(desk), firms.isNamed(desk, day)]
      if (firm === undefined) continue
      sums.addVolume(role, { desk, day, isNamed, cell }, volume)
      if (!isNamed) crowd.add(role, day, firm)
    }
  }
}

async function addRequests(tx: TransactionSql, due: readonly Due[], firms: Firms, { sums, crowd }: Counts): Promise<void> {
  const ids = idsOf(due, 'RFQ')
  if (ids.length === 0) return
  const rows = await tx<Ended[]>`
    select rfq.body as rfq,
      coalesce((select jsonb_agg(body order by agreed_at, id) from rfq_trade where rfq_id = rfq.id), '[]') as trades,
      coalesce((select jsonb_agg(moment order by seq, subject) from (
        (select * from rfq_moment where rfq_id = rfq.id order by seq, subject limit ${MOMENTS_READ})
        union (select distinct on (kind, desk) * from rfq_moment where rfq_id = rfq.id order by kind, desk, seq, subject)
      ) moment), '[]') as moments,
      (select count(*) <= ${MOMENTS_READ} from rfq_moment where rfq_id = rfq.id) as "isWhole"
    from rfq where id = any(${ids})`
  const endedAt = new Map(due.map(({ id, at }) => [id, at]))
  for (const { rfq, trades, moments, isWhole } of rows) {
    const cell = cellOf(rfq)
    if (cell === undefined) continue
    const day = leaderDay(endedAt.get(rfq.id)!)
    for (const response of responsesOf(rfq, moments.map(momentOf), isWhole ? trades : [])) {
      const { desk } = response
      const [firm, isNamed] = [firms.of(desk), firms.isNamed(desk, day)]
      if (firm === undefined || firm === firms.of(rfq.creator.desk)) continue
      sums.addResponse({ desk, day, isNamed, cell }, response)
      if (!isNamed) crowd.add('ASKED', day, firm)
    }
  }
}

async function writeVolumes(tx: TransactionSql, rows: readonly VolumeRow[]): Promise<void> {
  await tx`
    insert into leaderboard_volume as old select * from jsonb_populate_recordset(null::leaderboard_volume, ${JSON.stringify(rows)}::text::jsonb)
    on conflict (role, detail, days, at, strategy, venue, currency, kind, protocol, desk, is_named) do update set
      trades = old.trades + excluded.trades, usd = old.usd + excluded.usd, coin = old.coin + excluded.coin,
      delta_usd = old.delta_usd + excluded.delta_usd, vega_usd = old.vega_usd + excluded.vega_usd`
}

async function writeResponses(tx: TransactionSql, rows: readonly ResponseRow[]): Promise<void> {
  await tx`
    insert into leaderboard_response as old select * from jsonb_populate_recordset(null::leaderboard_response, ${JSON.stringify(rows)}::text::jsonb)
    on conflict (detail, days, at, strategy, venue, currency, kind, protocol, desk, is_named) do update set
      asked = old.asked + excluded.asked, quoted = old.quoted + excluded.quoted, hit = old.hit + excluded.hit, timed = old.timed + excluded.timed,
      quote_ms = old.quote_ms + excluded.quote_ms, improved_usd = old.improved_usd + excluded.improved_usd,
      covered_usd = old.covered_usd + excluded.covered_usd,
      steps = (select array_agg(was + more order by place) from unnest(old.steps, excluded.steps) with ordinality as step (was, more, place))`
}

/** Deletes every sum and lists every final outcome again, for the running server to count. Returns how many there are. */
export async function recountLeaderboard(sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`select from leaderboard_published for update`
    await tx`delete from leaderboard_volume`
    await tx`delete from leaderboard_response`
    await tx`delete from leaderboard_crowd`
    await tx`update leaderboard_published set until = 0`
    await tx`
      insert into leaderboard_due (kind, id, at)
      select 'TRADE', id, settled_at from rfq_trade where state = 'FILLED'
      union all select 'RFQ', id, (body ->> 'lastUpdatedAt')::bigint from rfq where state = 'CLOSED' and audience = 'DIRECT'
      on conflict do nothing`
    const [row] = await tx<{ count: number }[]>`select count(*) from leaderboard_due`
    return row!.count
  })
}
