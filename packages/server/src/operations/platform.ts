/** Whether the platform takes orders. It goes through its states in one order, and an operator moves it. */
import type { Call, PlatformStateView } from '@parley/contracts'
import { fault } from '../http/fault.ts'
import type { Gate } from '../http/serve-call.ts'
import type { StreamChannel } from '../socket/channel.ts'

type State = PlatformStateView['state']

const next: Readonly<Record<State, State>> = {
  AVAILABLE: 'UNAVAILABLE',
  UNAVAILABLE: 'AVAILABLE_CANCEL_ONLY',
  AVAILABLE_CANCEL_ONLY: 'AVAILABLE',
}

export interface Platform {
  state(): PlatformStateView
  /** Moves on to the next state, or says why not. */
  moveTo(state: State): void
  readonly gate: Gate
  readonly channel: StreamChannel
}

const RETRY_MS = 5_000

export function createPlatform(): Platform {
  let state: State = 'AVAILABLE'
  const listeners = new Set<(data: object) => void>()
  const view = (): PlatformStateView => ({ state, next_state: state === 'AVAILABLE' ? null : next[state], next_state_time: 0 })

  return {
    state: view,
    moveTo(wanted) {
      if (wanted === state) return
      if (wanted !== next[state]) throw new Error(`The platform is ${state}; the state after it is ${next[state]}.`)
      state = wanted
      for (const listener of listeners) listener(view())
    },
    gate(call) {
      if (takes(state, call)) return undefined
      return fault('Unavailable', `The platform is ${state}: ${sentence[state]}`, { retryAfterMs: RETRY_MS })
    },
    channel: {
      kind: 'stream',
      pattern: 'platform_state',
      open: (_caller, _params, push) => {
        push(view())
        listeners.add(push)
        return Promise.resolve(() => void listeners.delete(push))
      },
    },
  }
}

const sentence: Readonly<Record<State, string>> = {
  AVAILABLE: 'everything is accepted.',
  UNAVAILABLE: 'nothing is created, changed or cancelled.',
  AVAILABLE_CANCEL_ONLY: 'only cancelling is accepted.',
}

function takes(state: State, call: Call): boolean {
  if (call.method === 'GET' || call.who !== 'trader') return true
  switch (state) {
    case 'AVAILABLE':
      return true
    case 'UNAVAILABLE':
      return false
    case 'AVAILABLE_CANCEL_ONLY':
      return call.method === 'DELETE'
  }
}
