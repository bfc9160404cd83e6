/** The behaviour of a shard for its callers and readers, whichever way leads to its owner. */
import { refuse } from '@parley/core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Network } from '../../src/cluster/network.ts'
import { createRemoteEngine } from '../../src/cluster/remote-engine.ts'
import { serveShard } from '../../src/cluster/serve-shard.ts'
import { subjectsOf } from '../../src/cluster/messages.ts'
import { createEngineOn } from '../../src/engine/create-engine.ts'
import type { Decided, Idempotency, Notification, Published } from '../../src/engine/engine.ts'
import { portable } from '../../src/engine/portable.ts'
import { silent } from '../../src/log/log.ts'
import { createMemoryJournal } from '../engine/memory-journal.ts'
import { ledgerMachine, ledgerProjector, type BalanceRow, type Ledger, type LedgerCommand, type LedgerEvent } from '../engine/ledger.ts'
import { losing, type Lost } from './lossy-network.ts'

const actor = { desk: 'ORRY' }
const deposit = (account: string, amount: number): LedgerCommand => ({ kind: 'Deposit', actor, account, amount })
const transfer = (from: string, to: string, amount: number): LedgerCommand => ({ kind: 'Transfer', actor, from, to, amount })
const key = (name: string): Idempotency => ({ scope: 'ORRY', key: name, requestHash: 'body' })

type Change = { readonly account: string; readonly balance: number }
const balanceOf = portable('test.balance', (account: string) => (ledger: Ledger) => ledger.balances.get(account) ?? 0)
const numbered = portable('test.numbered', () => ({ seq }: Decided<LedgerEvent>, ledger: Ledger) => ({
  seq,
  accounts: ledger.balances.size,
}))
const noBody = portable('test.noBody', () => () => undefined)
const worded = portable('test.worded', (message: string) => () => refuse('AccountUnknown', '9.4', message))

let worlds = 0

/** Without a network, the engine of this process is asked itself. */
export function portsBehaviour(name: string, openNetwork: (() => Promise<Network>) | undefined): void {
  const closing: (() => Promise<unknown> | void)[] = []
  afterEach(async () => {
    for (const step of closing.splice(0).reverse()) await step()
  })

  async function world() {
    const shard = { name: `DBT-BTC-${++worlds}`, group: worlds }
    const journal = createMemoryJournal<BalanceRow>()
    const lost: Lost[] = []
    const [ownNetwork, network] = openNetwork === undefined ? [] : [await openNetwork(), await openNetwork()]
    for (const one of [ownNetwork, network]) if (one !== undefined) closing.push(one.close)
    const subjects = subjectsOf(`test${process.pid}${worlds}`)
    const parts = { machine: ledgerMachine, log: silent }
    const own = async () => {
      const engine = await createEngineOn({ ...parts, shards: [shard], projector: ledgerProjector, journal })
      closing.push(() => engine.close())
      if (ownNetwork === undefined) return { engine, close: () => engine.close() }
      const served = await serveShard({ network: losing(ownNetwork, lost), subjects, shard, engine, now: Date.now, log: silent })
      closing.push(() => served.close())
      return { engine, close: () => served.close().then(() => engine.close()) }
    }
    const owner = await own()
    const reach = async () => {
      if (network === undefined) return owner.engine
      const remote = await createRemoteEngine<Ledger, LedgerCommand, LedgerEvent, Change>({
        ...{ ...parts, shards: [shard], network: losing(network, lost), subjects, journal, now: Date.now },
      })
      closing.push(() => remote.close())
      return remote
    }
    const engine = await reach()
    const received: { decisions: Published<LedgerEvent, Change>[]; notifications: Notification[] } = { decisions: [], notifications: [] }
    engine.onDecided((decisions) => received.decisions.push(...(decisions as Published<LedgerEvent, Change>[])))
    engine.onNotifications((notifications) => received.notifications.push(...notifications))
    const give = (command: LedgerCommand, caller?: Idempotency) => engine.submit(shard.name, command, caller)
    return { shard, journal, owner, own, engine, give, received, lose: (...list: Lost[]) => void lost.push(...list) }
  }
  const heldNow = async ({ engine, shard }: Awaited<ReturnType<typeof world>>, account: string) =>
    (await engine.read(shard.name, balanceOf(account))).value

  describe(`a shard reached ${name}`, () => {
    it('decides a command, with the answer and the refusal that its call makes', async () => {
      const { engine, shard, give } = await world()
      expect(await give(deposit('a', 5))).toMatchObject({ seq: 1, events: [{ kind: 'Deposited' }] })
      const present = { view: numbered(), refusal: worded('There is no such account.') }
      expect(await engine.submit(shard.name, transfer('a', 'b', 3), undefined, present)).toMatchObject({ answer: { seq: 3, accounts: 2 } })
      expect(await engine.submit(shard.name, transfer('a', 'b', 3), undefined, present)).toMatchObject({ refused: 'AccountUnknown' })
      expect(await engine.submit(shard.name, deposit('a', 1), undefined, { view: noBody() })).toHaveProperty('answer', undefined)
    })

    it('shows its state after what was decided before', async () => {
      const opened = await world()
      await opened.give(deposit('a', 5))
      expect(await heldNow(opened, 'a')).toBe(5)
    })

    it('passes on each decision once and in order, with its changes and notifications, before its answer', async () => {
      const { give, received } = await world()
      for (let amount = 1; amount <= 5; amount++) await give(deposit('a', amount))
      expect(received.decisions.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
      expect(received.decisions.at(-1)!.changes).toEqual([{ account: 'a', balance: 15 }])
      expect(received.notifications.map(({ decision, data }) => [decision, data])).toEqual(
        [1, 3, 6, 10, 15].map((balance, place) => [place + 1, { account: 'a', balance }]),
      )
    })

    it('9.4 gives the same answer under the same key, and knows the key afterwards', async () => {
      const { engine, give } = await world()
      expect(await engine.again(key('k'))).toBeUndefined()
      const first = await give(deposit('a', 5), key('k'))
      expect(await give(deposit('a', 5), key('k'))).toEqual(first)
      expect(await engine.again(key('k'))).toEqual(first)
      expect([engine.hasDecided(key('k')), engine.hasDecided(key('other'))]).toEqual([true, false])
    })
  })
  if (openNetwork !== undefined) lossBehaviour(name, world, heldNow)
}

type World = () => Promise<{
  readonly engine: Pick<Awaited<ReturnType<typeof createRemoteEngine<Ledger, LedgerCommand, LedgerEvent, Change>>>, 'positions' | 'submit'>
  readonly shard: { readonly name: string; readonly group: number }
  readonly give: (command: LedgerCommand, caller?: Idempotency) => Promise<unknown>
  readonly own: () => Promise<unknown>
  readonly owner: { close(): Promise<void> }
  readonly received: { readonly decisions: Published<LedgerEvent, Change>[]; readonly notifications: Notification[] }
  readonly lose: (...lost: Lost[]) => void
}>

function lossBehaviour(name: string, world: World, heldNow: (opened: never, account: string) => Promise<number>): void {
  const held = (opened: Awaited<ReturnType<World>>) => heldNow(opened as never, 'a')

  describe(`a shard reached ${name} that loses messages`, () => {
    it('decides a command once, whether the command or its answer is lost, with and without a key', async () => {
      const opened = await world()
      const began = performance.now()
      // An owner decides a repeated command without a key only if it has surely owned the shard since the first one was sent.
      await expect.poll(() => performance.now() - began, { timeout: 5_000 }).toBeGreaterThan(1_100)
      for (const caller of [undefined, key('k')]) {
        opened.lose('REQUEST')
        await opened.give(deposit('a', 1), caller)
        opened.lose('REPLY')
        await opened.give(deposit('a', 1), caller && key('other'))
      }
      expect(await held(opened)).toBe(4)
    })

    it('repairs what it has missed from the journal, with the changes and the notifications', async () => {
      const { give, received, lose } = await world()
      await give(deposit('a', 1))
      lose('NEWS', 'NEWS')
      await give(deposit('a', 2))
      await give(deposit('a', 3))
      await give(deposit('a', 4))
      await expect.poll(() => received.decisions.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
      expect(received.decisions.map(({ changes }) => changes)).toEqual([1, 3, 6, 10].map((balance) => [{ account: 'a', balance }]))
      expect(received.notifications.map(({ decision }) => decision)).toEqual([1, 2, 3, 4])
    })

    it('learns of a last decision whose news are lost by the position of the owner', async () => {
      const { give, received, lose } = await world()
      lose('NEWS')
      await give(deposit('a', 1))
      await expect.poll(() => received.decisions.map(({ seq }) => seq), { timeout: 5_000 }).toEqual([1])
    })

    it('gets the answer of a new owner, while the one before is silent', async () => {
      const opened = await world()
      await opened.give(deposit('a', 1))
      await opened.own()
      expect(await opened.give(deposit('a', 1))).toMatchObject({ seq: 2 })
      expect(await held(opened)).toBe(2)
    })

    it('9.4 gives the decision of the owner before under its key, and refuses to guess without one', async () => {
      const opened = await world()
      const first = await opened.give(deposit('a', 1), key('k'))
      opened.lose('REPLY')
      const repeated = opened.give(deposit('a', 1), key('k'))
      await opened.owner.close()
      await opened.own()
      expect(await repeated).toEqual(first)
      opened.lose('REQUEST')
      await expect(opened.give(deposit('a', 1))).rejects.toMatchObject({ reason: 'Unreachable' })
      expect(await held(opened)).toBe(1)
    })

    it('says so if no process owns the shard', async () => {
      const { give, owner } = await world()
      await owner.close()
      await expect(give(deposit('a', 1))).rejects.toMatchObject({ reason: 'Unreachable', retryAfterMs: 1_000 })
    })
  })
}
