/**
 * The responses of GET /healthz and GET /readyz. The first fails if only a restart helps. The second fails as long as requests cannot be served, and
 * gives the reasons.
 */
import type { JournalState } from '../../engine/verify-journals.ts'

/** The reasons why requests cannot be served, in sentences that everyone may read; empty if nothing is. */
export type Problems = () => readonly string[]

export type Readiness = {
  /** Every call can be answered. */
  started(): void
  /** The process is about to stop, and still serves. A balancer sends new requests elsewhere. */
  announceStop(): void
  /** Another process has the markets. This one serves nothing and is about to end. */
  takenOver(): void
  /** A journal that differs is for the operator to assess, and must not stop users from cancelling. */
  showJournal(state: (() => JournalState) | undefined): void
  showProblems(problems: Problems): void
  healthz(): ProbeAnswer
  readyz(): ProbeAnswer
  /** Undefined until the journal is being checked. */
  journal(): JournalState | undefined
}

export type ProbeAnswer = { readonly status: number; readonly body: object }

const TAKEN_OVER = 'Another process has taken over the markets, and this one is ending.'

/** `build` is in the answer of GET /healthz. */
export function createReadiness(build: object): Readiness {
  let phase: 'starting' | 'serving' | 'stopping' | 'taken over' = 'starting'
  let journal: (() => JournalState) | undefined
  let problems: Problems = () => []
  const enter = (next: typeof phase) => void (phase = phase === 'taken over' ? phase : next)
  return {
    started: () => void (phase === 'starting' && enter('serving')),
    announceStop: () => enter('stopping'),
    takenOver: () => enter('taken over'),
    showJournal: (state) => void (journal = state),
    showProblems: (shown) => void (problems = shown),
    journal: () => journal?.(),
    healthz: () =>
      phase === 'taken over'
        ? { status: 503, body: { status: 'failed', reasons: [TAKEN_OVER], ...build } }
        : { status: 200, body: { status: 'ok', ...build } },
    readyz() {
      const reasons = phase === 'serving' ? problems() : phase === 'taken over' ? [TAKEN_OVER] : [`The server is ${phase}.`]
      const isReady = reasons.length === 0
      const status = isReady ? 'ready' : phase === 'serving' ? 'unavailable' : phase
      return { status: isReady ? 200 : 503, body: { status, ...(!isReady && { reasons }), ...(journal && { journal: journal() }) } }
    },
  }
}
