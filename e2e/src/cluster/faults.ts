/** The faults of an installation of many processes. Each ends with all processes running again. */
import { setTimeout as delay } from 'node:timers/promises'
import { pick, type Random } from '../random.ts'
import { isRunning, type Installation, type Process } from './installation.ts'
import type { ReplyAbout } from './nats-link.ts'
import { slowDisk } from './slow-disk.ts'

/** The shards of which the owner is killed or frozen. */
const MARKET = 'DBT-BTC'
const AUCTIONS = 'auctions'

export const faultKinds = [
  'KILL_OWNER',
  'KILL_AUCTION_OWNER',
  'KILL_GATEWAY',
  'KILL_WORKERS',
  'FREEZE_OWNER',
  'FREEZE_AUCTION_OWNER',
  'FREEZE_WORKERS',
  'RESTART_NATS',
  'CUT_NATS',
  'CUT_NATS_IN_BID',
  'CUT_OFF_OWNER',
  'RESTART_DATABASE',
  'SLOW_DISK',
  'ROLLING_UPGRADE',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** The same fault of a market and of the auctions. */
const ofAuctions: Partial<Record<FaultKind, FaultKind>> = {
  KILL_OWNER: 'KILL_AUCTION_OWNER',
  FREEZE_OWNER: 'FREEZE_AUCTION_OWNER',
  CUT_NATS: 'CUT_NATS_IN_BID',
}

/** The days in which every kind has its turn, of a market and then of the auctions. */
const TURN_DAYS = 3

/**
 * A part of the kinds for a run that has little time. The number of a day is its seed: three days in a row have every kind, and the next three have
 * those of the auctions in place of those of a market.
 */
export function faultsOfDay(day: number): readonly FaultKind[] {
  const shared = faultKinds.filter((kind) => kind !== 'ROLLING_UPGRADE' && !Object.values(ofAuctions).includes(kind))
  const isOfAuctions = Math.floor(day / TURN_DAYS) % 2 === 1
  return shared.filter((_, place) => place % TURN_DAYS === day % TURN_DAYS).map((kind) => (isOfAuctions && ofAuctions[kind]) || kind)
}

/** Longer than the time after which a silent process owns nothing. */
const FROZEN_LEAST_MS = 2_500
const FROZEN_MORE_MS = 2_000
const SHARED_MS = 2_000
/** Longer and shorter than the time for which a command waits for its owner. */
const AWAY_MOST_MS = 5_000
const CUTS_MOST = 3
/** Shorter and longer than the time after which a process that cannot be reached leaves its shards to others. */
const CUT_OFF_LEAST_MS = 4_000
const CUT_OFF_MORE_MS = 2_000
const RETURNED_WITHIN_MS = 30_000
const ENDED_WITHIN_MS = 60_000
/** Those that read come before those that send (docs/operations.md). */
const UPGRADED = ['shards', 'workers', 'gateway'] as const
const LOOK_MS = 50
/** Until a bid is answered, about. */
const IN_BID_MS = 40

/** The moment of a fault. */
type Moment = {
  /** Called when it begins. */
  readonly hit: () => void
  /** Resolves as the next bid is sent. */
  readonly untilBidIsSent: () => Promise<void>
}

/** Resolves when the fault itself is over. Its consequences may last. */
export type Inject = (place: Installation, random: Random, moment: Moment) => Promise<void>

const killed =
  (choose: (place: Installation, random: Random) => Promise<Process>): Inject =>
  async (place, random, { hit, untilBidIsSent }) => {
    const { pid, role } = await choose(place, random)
    await untilBidIsSent()
    await delay(random() * IN_BID_MS)
    process.kill(pid, 'SIGKILL')
    hit()
    await place.start(role)
  }

/** The bid is decided and its reply is lost, so the next owner gets a command that it cannot recognise (decision 1048). */
const killAuctionOwner: Inject = async (place, _, { hit }) => {
  const { pid, role } = await place.ownerOf(AUCTIONS)
  await place.nats.cutInReply('FROM_OWNER', 'BID')
  process.kill(pid, 'SIGKILL')
  hit()
  await place.start(role)
}

/** Every second time on average, another process takes its jobs over before a new one is ready. */
const killWorkers: Inject = async (place, random, { hit }) => {
  const [first] = place.processes('workers')
  const isShared = random() < 0.5
  if (isShared) await place.start('workers')
  process.kill(first!.pid, 'SIGKILL')
  hit()
  if (!isShared) await place.start('workers')
}

const anyGateway = (place: Installation, random: Random): Promise<Process> => Promise.resolve(pick(random, place.processes('gateway')))

const freezeOwnerOf =
  (shard: string): Inject =>
  async (place, random, moment) =>
    freeze(await place.ownerOf(shard), random, moment)

/** Another process does its jobs in the meantime, and both share them afterwards. Then it ends. */
const freezeWorkers: Inject = async (place, random, moment) => {
  const [frozen] = place.processes('workers')
  await place.start('workers')
  await freeze(frozen!, random, moment)
  await delay(SHARED_MS)
  process.kill(frozen!.pid, 'SIGKILL')
}

async function freeze({ pid, url }: Process, random: Random, { hit }: Moment): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    hit()
    await delay(FROZEN_LEAST_MS + random() * FROZEN_MORE_MS)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await untilReady(url)
}

const restartNats: Inject = async ({ nats }, random, { hit }) => {
  await nats.stopServer()
  hit()
  await delay(random() * AWAY_MOST_MS)
  await nats.startServer()
}

const cutNats =
  (about: ReplyAbout): Inject =>
  async ({ nats }, random, { hit }) => {
    for (let cuts = 1 + Math.floor(random() * CUTS_MOST); cuts > 0; cuts -= 1) {
      await nats.cutInReply(pick(random, ['FROM_OWNER', 'TO_CALLER']), about)
      hit()
    }
  }

/** Its host and the one of NATS cannot reach each other, and neither of them learns of it. The owner reaches the database, so it has to give its shards up. */
const cutOffOwner: Inject = async (place, random, { hit }) => {
  const { pid } = await place.ownerOf(MARKET)
  place.nats.cutOff(pid)
  hit()
  try {
    await delay(CUT_OFF_LEAST_MS + random() * CUT_OFF_MORE_MS)
  } finally {
    place.nats.rejoin()
  }
}

/** Each process is replaced by one of the next release, one after the other. The next release comes once, and is restarted in the same way later. */
const rollingUpgrade: Inject = async (place, _, { hit }) => {
  const before = UPGRADED.flatMap((role) => place.processes(role))
  place.releaseNext()
  hit()
  for (const { role, pid } of before) {
    await place.start(role)
    process.kill(pid, 'SIGTERM')
    await untilEnded(pid)
  }
}

async function untilEnded(pid: number): Promise<void> {
  const until = Date.now() + ENDED_WITHIN_MS
  while (isRunning(pid)) {
    if (Date.now() > until) throw new Error(`process ${pid} did not end`)
    await delay(LOOK_MS)
  }
}

/** SIGINT ends its connections and stops. SIGQUIT ends without a checkpoint, and the next start recovers. The supervisor starts it again. */
const restartDatabase: Inject = async (place, random, { hit }) => {
  const pid = place.databasePid()
  process.kill(pid, pick(random, ['SIGINT', 'SIGQUIT']))
  hit()
  const until = Date.now() + RETURNED_WITHIN_MS
  while (databasePidOf(place) === pid || databasePidOf(place) === undefined) {
    if (Date.now() > until) throw new Error('the database was not started again')
    await delay(LOOK_MS)
  }
}

/** Undefined while there is no file of a running server. */
function databasePidOf(place: Installation): number | undefined {
  try {
    return place.databasePid()
  } catch {
    return undefined
  }
}

export async function untilReady(url: string): Promise<void> {
  const until = Date.now() + RETURNED_WITHIN_MS
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (Date.now() > until) throw new Error(`${url} was not ready again`)
    await delay(LOOK_MS)
  }
}

export const faults: Readonly<Record<FaultKind, Inject>> = {
  KILL_OWNER: killed((place) => place.ownerOf(MARKET)),
  KILL_AUCTION_OWNER: killAuctionOwner,
  KILL_GATEWAY: killed(anyGateway),
  KILL_WORKERS: killWorkers,
  FREEZE_OWNER: freezeOwnerOf(MARKET),
  FREEZE_AUCTION_OWNER: freezeOwnerOf(AUCTIONS),
  FREEZE_WORKERS: freezeWorkers,
  RESTART_NATS: restartNats,
  CUT_NATS: cutNats('ANY'),
  CUT_NATS_IN_BID: cutNats('BID'),
  CUT_OFF_OWNER: cutOffOwner,
  RESTART_DATABASE: restartDatabase,
  SLOW_DISK: (place, random, { hit }) => slowDisk(place, random, hit),
  ROLLING_UPGRADE: rollingUpgrade,
}
