/**
 * Reads that many callers ask for at the same time, made once. One read of a name is under way and one waits for it, however many callers
 * there are, and each caller gets a read that began after it asked.
 */
type Read<Value> = (signal: AbortSignal) => Promise<Value>

export type JoinedReads = {
  /** `caller` is aborted when the caller no longer waits. A read that has no callers left gets the signal to end. */
  read<Value>(name: string, read: Read<Value>, caller?: AbortSignal): Promise<Value>
}

type Shared = { answer: Promise<unknown>; readonly over: AbortController; callers: number }
type Line = { running: Shared; next: Shared | undefined }

export function createJoinedReads(): JoinedReads {
  const lines = new Map<string, Line>()
  const begin = (name: string, after: Promise<unknown>, read: Read<unknown>): Shared => {
    const over = new AbortController()
    const shared: Shared = { over, callers: 0, answer: after }
    const run = async (): Promise<unknown> => {
      const line = lines.get(name)!
      if (line.next === shared) Object.assign(line, { running: shared, next: undefined })
      try {
        return await read(over.signal)
      } finally {
        if (line.next === undefined) lines.delete(name)
      }
    }
    shared.answer = after.then(run, run)
    return shared
  }
  return {
    read<Value>(name: string, read: Read<Value>, caller?: AbortSignal): Promise<Value> {
      const line = lines.get(name)
      const shared = line?.next ?? begin(name, line?.running.answer ?? Promise.resolve(), read)
      if (line === undefined) lines.set(name, { running: shared, next: undefined })
      else line.next = shared
      join(shared, caller)
      return shared.answer as Promise<Value>
    },
  }
}

function join(shared: Shared, caller: AbortSignal | undefined): void {
  shared.callers += 1
  const leave = (): void => {
    shared.callers -= 1
    if (shared.callers === 0) shared.over.abort()
  }
  if (caller?.aborted === true) leave()
  else caller?.addEventListener('abort', leave, { once: true })
}

/** Answers that are the same for all callers, kept for a short time. Failures are shared while they are under way and not kept. */
export type KeptReads = { read<Value>(name: string, read: Read<Value>, caller?: AbortSignal): Promise<Value> }

type KeptParts = { readonly now: () => number; readonly keptMs: number; readonly isGood: (answer: unknown) => boolean }
const KEPT_MOST = 1_000

export function createKeptReads({ now, keptMs, isGood }: KeptParts): KeptReads {
  const kept = new Map<string, Shared & { readAt: number }>()
  return {
    read<Value>(name: string, read: Read<Value>, caller?: AbortSignal): Promise<Value> {
      const known = kept.get(name)
      if (known !== undefined && !known.over.signal.aborted && now() - known.readAt < keptMs) {
        join(known, caller)
        return known.answer as Promise<Value>
      }
      const over = new AbortController()
      const forget = (): void => void (kept.get(name) === shared && kept.delete(name))
      const answer = read(over.signal)
      const shared = { answer, over, callers: 0, readAt: Infinity }
      answer.then((value) => (isGood(value) ? (shared.readAt = now()) : forget()), forget)
      kept.delete(name)
      kept.set(name, shared)
      if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value!)
      join(shared, caller)
      return answer
    },
  }
}
