/**
 * The figures of this process for Prometheus. The parts of the server report what happened here. Values that only have to be known when they are
 * read, such as the length of a queue, are asked for then. Every label has a closed set of values, none of which names a desk, a person, an
 * instrument or a price (decision 1009).
 */
import { Gauge, Registry } from 'prom-client'
import { gauges, labelsOf } from './gauges.ts'
import { createMeter, type Meter } from './meter.ts'
import { processRegistry } from './process-figures.ts'

/** The values of a gauge for each set of its labels. */
export type Reading = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

export type Metrics = Meter & {
  /** Adds gauges that are read at each scrape. A gauge whose reading fails is left out. */
  watch(readings: Readings): void
  /** In the text format of Prometheus. */
  text(): Promise<string>
}

/** By the name of a gauge in `gauges`. */
export type Readings = () => ReadingsByName | Promise<ReadingsByName>
export type ReadingsByName = { readonly [Name in keyof typeof gauges]?: readonly Reading[] }

export function createMetrics(build: { readonly version?: string; readonly commit?: string | null }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({ name: 'parley_build_info', help: 'The running version, always 1', labelNames: ['version', 'commit'], registers }).set(
    { version: build.version ?? 'unknown', commit: build.commit ?? 'unknown' },
    1,
  )
  const sources: Readings[] = []
  const shown = Object.entries(gauges).map(([name, help]) => {
    const labelNames = [...(labelsOf[name as keyof typeof gauges] ?? [])]
    return [name as keyof typeof gauges, new Gauge({ name, help, labelNames, registers })] as const
  })
  const read = async (): Promise<void> => {
    const all = await Promise.all(sources.map(async (source) => source()).map((reading) => reading.catch(() => ({}))))
    const readings = Object.assign({}, ...all) as ReadingsByName
    for (const [name, gauge] of shown) {
      gauge.reset()
      // Without labels, a reset gauge is 0 instead of absent.
      if (labelsOf[name] === undefined) gauge.remove()
      for (const { labels, value } of readings[name] ?? []) gauge.set(labels, value)
    }
  }
  return {
    ...createMeter(registry),
    watch: (readings) => void sources.push(readings),
    async text() {
      await read()
      return `${await registry.metrics()}\n${await processRegistry().metrics()}`
    },
  }
}
