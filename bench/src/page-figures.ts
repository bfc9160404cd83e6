/** Measurements of a page over a period: its frames, its response to input, and where its time went. */
import type { Page } from 'playwright-core'

type Seen = { readonly frames: readonly number[]; readonly answers: readonly number[]; readonly messages: number }
export type PageFigures = {
  /** Over the whole period, and in its worst second. */
  readonly framesPerSecond: number
  readonly worstSecond: number
  /** The longest response to a click or a key; of two hundred, the second longest, as browsers define it. */
  readonly answerMs: number
  readonly answers: number
  /** Objects that arrived over the sockets, per second. */
  readonly messagesPerSecond: number
  /** The times of one frame, in ms of the page's own thread. */
  readonly perFrame: { readonly script: number; readonly style: number; readonly layout: number; readonly other: number }
}

/** Runs in the page before its own scripts; `figuresOf` reads what it records. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { frames: [] as number[], answers: [] as number[], messages: 0 }
    Object.assign(globalThis, { seen })
    const tick = (at: number) => {
      seen.frames.push(at)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) if (entry.interactionId !== 0) seen.answers.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const Plain = WebSocket
    globalThis.WebSocket = class extends Plain {
      constructor(...given: ConstructorParameters<typeof Plain>) {
        super(...given)
        // Combined frames are separated by line breaks.
        this.addEventListener('message', ({ data }) => (seen.messages += String(data).split('\n').length))
      }
    }
  })
}

const METRICS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'] as const
const SECOND_MS = 1_000
/** Among this many responses, one may be longer than the reported figure. */
const ANSWERS_FOR_ONE = 50

export async function figuresOf(page: Page, work: () => Promise<void>): Promise<PageFigures> {
  const cdp = await page.context().newCDPSession(page)
  // Processor time instead of elapsed time, so that other programs on the machine do not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const costs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return METRICS.map((name) => metrics.find((one) => one.name === name)?.value ?? 0)
  }
  const read = () => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  await page.evaluate(() => Object.assign((globalThis as unknown as { seen: Seen }).seen, { frames: [], answers: [], messages: 0 }))
  const before = await costs()
  await work()
  const after = await costs()
  const { frames, answers, messages } = await read()
  const tookMs = frames.at(-1)! - frames[0]!
  const [script = 0, style = 0, layout = 0, task = 0] = after.map((value, n) => ((value - before[n]!) * SECOND_MS) / frames.length)
  return {
    framesPerSecond: ((frames.length - 1) * SECOND_MS) / tookMs,
    worstSecond: Math.min(...perSecond(frames)),
    answerMs: longest(answers),
    answers: answers.length,
    messagesPerSecond: (messages * SECOND_MS) / tookMs,
    perFrame: { script, style, layout, other: task - script - style - layout },
  }
}

function perSecond(frames: readonly number[]): readonly number[] {
  const seconds = Math.floor((frames.at(-1)! - frames[0]!) / SECOND_MS)
  const counts = new Array<number>(Math.max(1, seconds)).fill(0)
  for (const at of frames) {
    const second = Math.floor((at - frames[0]!) / SECOND_MS)
    if (second < seconds) counts[second]! += 1
  }
  return counts
}

/** The longest; out of fifty, one is left out, as in INP. */
const longest = (answers: readonly number[]): number =>
  answers.toSorted((a, b) => b - a)[Math.floor(answers.length / ANSWERS_FOR_ONE)] ?? Number.NaN

export const shareText = ({ perFrame: { script, style, layout, other } }: PageFigures): string =>
  `a frame takes ${[script, style, layout, other].map((ms) => ms.toFixed(1)).join(' + ')} ms of script, style, layout and the rest with painting`
