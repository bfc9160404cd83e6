/**
 * Limits the number of sockets of a key or session, of a desk, and of the installation. A socket takes its place when it is admitted, before anything
 * is awaited, so that many simultaneous handshakes cannot exceed the limits.
 */
import { wireLimits } from '@parley/contracts'
import { fault, type Fault } from '../../calls/fault.ts'
import { socketLimits } from './limits.ts'

type Sitter = { readonly via: string; readonly desk: string }

export class Seats {
  readonly #most: number
  readonly #byVia = new Map<string, number>()
  readonly #byDesk = new Map<string, number>()
  #taken = 0

  constructor(most: number = socketLimits.sockets) {
    this.#most = most
  }

  /** Takes a place, which `leave` frees, or returns the refusal that names the exceeded limit. */
  take({ via, desk }: Sitter): Fault | undefined {
    const full = this.#whyFull(via, desk)
    if (full !== undefined) return fault('RateLimited', full, { retryAfterMs: 1000 })
    this.#taken += 1
    this.#byVia.set(via, (this.#byVia.get(via) ?? 0) + 1)
    this.#byDesk.set(desk, (this.#byDesk.get(desk) ?? 0) + 1)
    return undefined
  }

  leave({ via, desk }: Sitter): void {
    this.#taken -= 1
    oneLess(this.#byVia, via)
    oneLess(this.#byDesk, desk)
  }

  #whyFull(via: string, desk: string): string | undefined {
    if ((this.#byVia.get(via) ?? 0) >= wireLimits.socketsPerKey) return `A key can have at most ${wireLimits.socketsPerKey} sockets.`
    if ((this.#byDesk.get(desk) ?? 0) >= wireLimits.socketsPerDesk) return `A desk has at most ${wireLimits.socketsPerDesk} sockets.`
    return this.#taken >= this.#most ? 'All sockets of this installation are in use. Try again in a moment.' : undefined
  }
}

function oneLess(counts: Map<string, number>, name: string): void {
  const left = (counts.get(name) ?? 0) - 1
  if (left > 0) counts.set(name, left)
  else counts.delete(name)
}
