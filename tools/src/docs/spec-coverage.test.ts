/** Two documents say which file does what the specifications ask for and which test proves it: each of them has to be there. */
import { describe, expect, it } from 'vitest'
import { readCoverage } from './named-proofs.ts'

const DOCUMENTS = [
  { document: 'docs/spec-coverage.md', leastRows: 400, leastFiles: 300, leastProofs: 200 },
  { document: 'docs/trading-coverage.md', leastRows: 300, leastFiles: 250, leastProofs: 200 },
]

describe.each(DOCUMENTS)('$document', ({ document, leastRows, leastFiles, leastProofs }) => {
  const { rows, files, proofs, missingFiles, missingProofs } = readCoverage(document, /^\| (asked for|screen)/)

  it('names files that are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(leastFiles)
    expect(missingFiles, 'Name the files that do it now.').toEqual([])
  })

  it('names tests that are there', () => {
    expect(proofs.length).toBeGreaterThanOrEqual(leastProofs)
    expect(missingProofs, missingProofs.join('\n')).toEqual([])
  })

  it('says of every row what proves it, what was decided, or what is open', () => {
    expect(rows.length).toBeGreaterThanOrEqual(leastRows)
    const odd = rows.filter(
      ([asked = '', done = '', proof = '']) => asked === '' || done === '' || !/” ?|decided: |open: /.test(proof + done),
    )
    expect(odd).toEqual([])
  })
})
