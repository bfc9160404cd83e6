/** The faults of an installation of many processes. Each ends with all processes running again. */
import { setTimeout as delay } from 'node:timers/promises'
import { pick, type Random } from '../random.ts'
import type { Installation, Process } from './installation.ts'
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
] as const
export type FaultKind = (typeof faultKinds)[number]

/** The same fault of a market and of the auctions. */
const ofAuctions: Partial<Record<FaultKind, FaultKind>> = {
  KILL_OWNER: 'KILL_AUCTION_OWNER',
  FREEZE_OWNER: 'FREEZE_AUCTION_OWNER',
  CUT_NATS: 'CUT_NATS_IN_BID',
}

/** Each kind once, either of a market or of the auctions, for a run that has little time. */
export function fewFaults(random: Random): readonly FaultKind[] {
  const shared = faultKinds.filter((kind) => !Object.values(ofAuctions).includes(kind))
  return shared.map((kind) => pick(random, [kind, ofAuctions[kind] ?? kind]))
}

/** Longer than the time after which a silent process owns nothing. */
const FROZEN_LEAST_MS = 2_500
const FROZEN_MORE_MS = 4_000
const SHARED_MS = 2_000
/** Longer and shorter than the time for which a command waits for its owner. */
const AWAY_MOST_MS = 5_000
const CUTS_MOST = 3
/** Shorter and longer than the time after which a process that cannot be reached leaves its shards to others. */
const CUT_OFF_LEAST_MS = 4_000
const CUT_OFF_MORE_MS = 4_000
const RETURNED_WITHIN_MS = 30_000
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
}
