/** Two releases at the same time: what one of them cannot read is refused or passed over, and never misread (decision 1052). */
import { afterEach, expect, it } from 'vitest'
import { createMemoryNetwork } from '../../test/cluster/lossy-network.ts'
import {
  ledgerMachine,
  ledgerProjector,
  type BalanceRow,
  type Ledger,
  type LedgerCommand,
  type LedgerEvent,
} from '../../test/engine/ledger.ts'
import { createMemoryJournal } from '../../test/engine/memory-journal.ts'
import { createEngineOn } from '../engine/create-engine.ts'
import { silent } from '../log/log.ts'
import { subjectsOf } from './messages.ts'
import type { Network } from './network.ts'
import { serveShard } from './serve-shard.ts'
import { createShardCalls } from './shard-calls.ts'
import { createSoleCalls, serveSoleCalls } from './sole-calls.ts'
import { versionedNetwork, wire } from './wire.ts'

/** The next release reads something new and still sends what this one reads. The one after it sends the new. */
const next = { version: wire.version + 1, needed: wire.needed }
const later = { version: wire.version + 1, needed: wire.version + 1 }

const shard = { name: 'DBT-BTC', group: 1 }
const subjects = subjectsOf('test')
const deposit: LedgerCommand = { kind: 'Deposit', actor: { desk: 'ORRY' }, account: 'a', amount: 5 }
const caller = { scope: 'ORRY', key: 'k', requestHash: 'body' }

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const step of closing.splice(0).reverse()) await step()
})

async function openOwner(network: Network) {
  const journal = createMemoryJournal<BalanceRow>()
  const engine = await createEngineOn({ shards: [shard], machine: ledgerMachine, projector: ledgerProjector, journal, log: silent })
  const served = await serveShard({ network, subjects, shard, engine, now: Date.now, log: silent })
  closing.push(() => engine.close(), served.close)
  const held = async () => (await engine.read(shard.name, ({ balances }) => balances.get('a') ?? 0)).value
  return { engine, held }
}

const callsOver = (network: Network) =>
  createShardCalls<LedgerCommand, LedgerEvent, Ledger, unknown>({ network, subjects, reached: () => Promise.resolve() })

it.each([
  ['an owner of this release and a caller of the next one', wire, next],
  ['an owner of the next release and a caller of this one', next, wire],
  ['an owner of the next release and a caller of the one after it', next, later],
])('%s: a command is decided and answered', async (_, ofOwner, ofCaller) => {
  const network = createMemoryNetwork()
  const { held } = await openOwner(versionedNetwork(network, ofOwner))
  expect(await callsOver(versionedNetwork(network, ofCaller)).submit(shard.name, deposit)).toMatchObject({ seq: 1 })
  expect(await held()).toBe(5)
})

it('a command that the owner does not read is refused, and nothing is decided', async () => {
  const network = createMemoryNetwork()
  const { held } = await openOwner(versionedNetwork(network))
  const sent = callsOver(versionedNetwork(network, later)).submit(shard.name, deposit, caller)
  await expect(sent).rejects.toMatchObject({ reason: 'OtherVersion', retryAfterMs: expect.any(Number) as number })
  expect(await held()).toBe(0)
})

it('9.4 an answer that the caller does not read has an unknown outcome, which its key shows later', async () => {
  const network = createMemoryNetwork()
  const { engine } = await openOwner(versionedNetwork(network, later))
  const calls = callsOver(versionedNetwork(network))
  await expect(calls.submit(shard.name, deposit, caller)).rejects.toMatchObject({ reason: 'OtherVersion' })
  expect(await engine.again(caller)).toMatchObject({ events: [{ kind: 'Deposited', amount: 5 }] })
})

it.each([
  ['another kind of request', { kind: 'addedLater', id: '1', command: deposit }],
  ['an answer by a function that it does not know', { kind: 'submit', id: '2', command: deposit, view: { name: 'addedLater', args: [] } }],
  ['a read by a function that it does not know', { kind: 'read', look: { name: 'addedLater', args: [] } }],
])('an owner refuses %s as being of another version', async (_, asked) => {
  const network = versionedNetwork(createMemoryNetwork())
  const { held } = await openOwner(network)
  const reply = JSON.parse(await network.request(subjects.calls(shard.name), JSON.stringify(asked), 1_000)) as object
  expect(reply).toMatchObject({ kind: 'unavailable', reason: 'OtherVersion' })
  expect(await held()).toBe(0)
})

it('a field that the reader does not know is passed over', async () => {
  const network = versionedNetwork(createMemoryNetwork())
  const { held } = await openOwner(network)
  const asked = { kind: 'submit', id: '1', command: { ...deposit, addedLater: { to: 'the command' } }, addedLater: 'to the request' }
  const reply = JSON.parse(await network.request(subjects.calls(shard.name), JSON.stringify(asked), 1_000)) as object
  expect(reply).toMatchObject({ kind: 'decided', answer: { seq: 1 } })
  expect(await held()).toBe(5)
})

it('a call that the worker does not read is refused, and not executed', async () => {
  const network = createMemoryNetwork()
  const executed: object[] = []
  const served = await serveSoleCalls({
    ...{ network: versionedNetwork(network), subject: 'orders', isOurs: () => true, log: silent },
    execute: (call) => Promise.resolve(executed.push(call)),
  })
  closing.push(served.end)
  const call = createSoleCalls({ network: versionedNetwork(network, later), subject: 'orders', name: 'perpetuals' })
  await expect(call({ kind: 'place' }, 'SAFE')).rejects.toMatchObject({ reason: 'OtherVersion' })
  expect(executed).toEqual([])
})

it('news that the reader does not know are lost, and so is what has no version', async () => {
  const network = createMemoryNetwork()
  const received: string[] = []
  versionedNetwork(network).subscribe('news', (text) => received.push(text))
  versionedNetwork(network, later).publish('news', 'of the release after the next')
  for (const text of ['', ' ', '{"after":1}', '{"after": 1}', '-1 one', '1one']) network.publish('news', text)
  versionedNetwork(network, next).publish('news', 'of the next release')
  versionedNetwork(network).publish('news', 'of this release')
  await expect.poll(() => received).toEqual(['of the next release', 'of this release'])
})
