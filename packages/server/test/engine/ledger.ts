/** The smallest market that can show what the engine does: accounts, transfers that can be refused, and holds that end on their own. */
import { refuse, type Instant, type Refusal } from '@parley/core'
import type { Machine } from '../../src/engine/machine.ts'
import type { Projector } from '../../src/engine/projector.ts'

export type Ledger = {
  readonly balances: Map<string, number>
  readonly holds: Map<string, { readonly account: string; readonly amount: number; readonly until: Instant }>
}

export type LedgerCommand =
  | {
      readonly kind: 'Deposit'
      readonly actor: { readonly desk: string }
      readonly account: string
      readonly amount: number
      readonly memo?: string
    }
  | {
      readonly kind: 'Transfer'
      readonly actor: { readonly desk: string }
      readonly from: string
      readonly to: string
      readonly amount: number
    }
  | {
      readonly kind: 'Hold'
      readonly actor: { readonly desk: string }
      readonly id: string
      readonly account: string
      readonly amount: number
      readonly forMs: number
    }
  | { readonly kind: 'Release'; readonly id: string }
  /** Changes nothing, and is accepted. */
  | { readonly kind: 'Look'; readonly actor: { readonly desk: string } }
  /** For effects that only a bug can have. */
  | { readonly kind: 'Break'; readonly actor: { readonly desk: string } }

export type LedgerEvent =
  | { readonly kind: 'Deposited'; readonly account: string; readonly amount: number; readonly memo?: string }
  | { readonly kind: 'Taken'; readonly account: string; readonly amount: number }
  | { readonly kind: 'Held'; readonly id: string; readonly account: string; readonly amount: number; readonly until: Instant }
  | { readonly kind: 'Released'; readonly id: string; readonly account: string; readonly amount: number }
  | { readonly kind: 'Broken' }

export type BalanceRow = { readonly shard: string; readonly account: string; readonly balance: number }

const balance = (ledger: Ledger, account: string): number => ledger.balances.get(account) ?? 0
const tooLittle = refuse('BalanceTooLow', '9.1', 'Transfer no more than the account holds.')

function decide(ledger: Ledger, command: LedgerCommand, now: Instant): readonly LedgerEvent[] | Refusal {
  switch (command.kind) {
    case 'Deposit': {
      const { account, amount, memo } = command
      return [{ kind: 'Deposited', account, amount, ...(memo === undefined ? {} : { memo }) }]
    }
    case 'Transfer': {
      const { from, to, amount } = command
      if (balance(ledger, from) < amount) return tooLittle
      return [
        { kind: 'Taken', account: from, amount },
        { kind: 'Deposited', account: to, amount },
      ]
    }
    case 'Hold': {
      const { id, account, amount, forMs } = command
      if (balance(ledger, account) < amount) return tooLittle
      return [{ kind: 'Held', id, account, amount, until: (now + forMs) as Instant }]
    }
    case 'Release': {
      const hold = ledger.holds.get(command.id)
      if (hold === undefined) return refuse('HoldUnknown', '9.2', 'Name a hold that stands.')
      return [{ kind: 'Released', id: command.id, account: hold.account, amount: hold.amount }]
    }
    case 'Look':
      return []
    case 'Break':
      return [{ kind: 'Broken' }]
  }
}

/** The account of the event, and its balance afterwards. */
type BalanceChange = { readonly account: string; readonly balance: number }

function evolve(ledger: Ledger, event: LedgerEvent): BalanceChange {
  const add = (account: string, amount: number): BalanceChange => {
    ledger.balances.set(account, balance(ledger, account) + amount)
    return { account, balance: balance(ledger, account) }
  }
  switch (event.kind) {
    case 'Deposited':
      return add(event.account, event.amount)
    case 'Taken':
      return add(event.account, -event.amount)
    case 'Held':
      ledger.holds.set(event.id, { account: event.account, amount: event.amount, until: event.until })
      return add(event.account, -event.amount)
    case 'Released':
      ledger.holds.delete(event.id)
      return add(event.account, event.amount)
    case 'Broken':
      throw new Error('a bug of the rules')
  }
}

const soonest = (ledger: Ledger) =>
  [...ledger.holds].reduce<[string, Instant] | undefined>(
    (first, [id, { until }]) => (first === undefined || until < first[1] ? [id, until] : first),
    undefined,
  )

export const ledgerMachine: Machine<Ledger, LedgerCommand, LedgerEvent, BalanceChange> = {
  initial: () => ({ balances: new Map(), holds: new Map() }),
  decide,
  evolve,
  due(ledger, now) {
    const first = soonest(ledger)
    return first !== undefined && first[1] <= now ? { kind: 'Release', id: first[0] } : undefined
  },
  nextDeadline: (ledger) => soonest(ledger)?.[1],
  snapshot: (ledger) => ({ balances: [...ledger.balances].sort(), holds: [...ledger.holds] }),
  restore(snapshot) {
    const { balances, holds } = snapshot as {
      balances: [string, number][]
      holds: [string, { account: string; amount: number; until: Instant }][]
    }
    return { balances: new Map(balances), holds: new Map(holds) }
  },
}

export const ledgerProjector: Projector<LedgerEvent, BalanceChange, BalanceRow> = {
  project({ shard, changes }) {
    const last = new Map(changes.map((change) => [change.account, change]))
    const rows = [...last.values()].map((change) => ({ shard: shard.name, ...change }))
    return {
      rows,
      notifications: rows.map((row) => ({
        audience: 'everybody',
        channel: 'balances',
        event: 'UPDATED',
        data: { account: row.account, balance: row.balance },
      })),
    }
  },
  parts(sql, rows) {
    const last = [...new Map(rows.map((row) => [row.account, row])).values()]
    return [
      sql`
      insert into ledger_balance (shard, account, balance)
      select shard, account, balance from jsonb_to_recordset(${JSON.stringify(last)}::text::jsonb) as row (shard text, account text, balance bigint)
      on conflict (shard, account) do update set balance = excluded.balance`,
    ]
  },
}

export const ledgerTable =
  'create table if not exists ledger_balance (shard text, account text, balance bigint not null, primary key (shard, account))'
