/** `npm run prose [-- folder …]`: the texts that a pattern finds, and the share of each kind. `-- --record` lowers the recorded counts. */
import { writeFileSync } from 'node:fs'
import { countsOf, findingIn, sharesOf } from './findings.ts'
import { readRecorded, RECORDED } from './recorded.ts'
import { readTexts } from './texts.ts'

const texts = readTexts()
const findings = texts.map(findingIn).filter((finding) => finding !== undefined)
const given = process.argv.slice(2)

if (given.includes('--record')) {
  const recorded = readRecorded()
  const lowered = Object.entries(countsOf(findings)).map(([at, count]) => [at, Math.min(count, recorded[at] ?? count)])
  writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(lowered), undefined, 2)}\n`)
} else {
  for (const { kind, path, line, text, name, found } of findings) {
    if (given.length > 0 && !given.some((folder) => path.startsWith(folder))) continue
    console.log(`${path}:${line} ${kind}, ${name} (${found})\n    ${text}`)
  }
}
for (const { kind, texts: all, found, percent } of sharesOf(texts, findings)) {
  console.log(`${kind.padEnd(8)} ${String(found).padStart(5)} of ${String(all).padStart(6)}  ${percent.toFixed(1)} %`)
}
