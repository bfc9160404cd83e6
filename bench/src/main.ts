/** `npm run bench [-- name …]`: runs the benchmarks one after another, each next to its comparison, and prints one table with the conditions. */
import { readdirSync } from 'node:fs'
import { cpus, loadavg, release } from 'node:os'
import type { Bench, Row } from './row.ts'

const chosen = process.argv.slice(2)
const files = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => chosen.length === 0 || chosen.some((name) => file.startsWith(name)))
  .sort()

function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3)
}

function line(row: Row): string {
  const peer = row.beside === undefined ? '–' : `${row.beside.what}: ${figure(row.beside.figure)} ${row.beside.unit}`
  return `| ${row.what} | ${figure(row.figure)} ${row.unit} | ${peer} | ${row.bar ?? '–'} | ${row.conditions} |`
}

const load = (): string => loadavg()[0]!.toFixed(1)

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Linux ${release()}`)
console.log(`Load average ${load()} before the first benchmark; other load on the machine worsens every figure.\n`)
console.log('| benchmark | figure | comparison, same run | target | conditions |\n|---|---|---|---|---|')
for (const file of files) {
  const { bench } = (await import(new URL(file, import.meta.url).href)) as { bench: Bench }
  for (const row of await bench.run()) console.log(line(row))
}
console.log(`\nLoad average ${load()} after the last one.`)
