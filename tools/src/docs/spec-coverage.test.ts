/** docs/spec-coverage.md says which file does what and which test proves it: each of them has to be there. */
import { describe, expect, it } from 'vitest'
import { readCoverage } from './named-proofs.ts'

const { rows, files, proofs, missingFiles, missingProofs } = readCoverage('docs/spec-coverage.md', /^\| (asked for|screen)/)

describe('docs/spec-coverage.md', () => {
  it('names files that are there', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(missingFiles, 'Name the files that do it now.').toEqual([])
  })

  it('names tests that are there', () => {
    expect(proofs.length).toBeGreaterThan(200)
    expect(missingProofs, missingProofs.join('\n')).toEqual([])
  })

  it('says of every row what proves it, what was decided, or what is open', () => {
    expect(rows.length).toBeGreaterThan(400)
    const odd = rows.filter(
      ([asked = '', done = '', proof = '']) => asked === '' || done === '' || !/” ?|decided: |open: /.test(proof + done),
    )
    expect(odd).toEqual([])
  })
})
