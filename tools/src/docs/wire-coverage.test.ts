/** docs/wire-coverage.md says of every line of the published API which file does it and which test proves it. */
import { describe, expect, it } from 'vitest'
import { readCoverage } from './named-proofs.ts'

const { rows, files, proofs, missingFiles, missingProofs } = readCoverage('docs/wire-coverage.md', /^\| (trap|line) +\|/)

describe('docs/wire-coverage.md', () => {
  it('names files that are there', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(missingFiles, 'Name the files that do it now.').toEqual([])
  })

  it('names tests that are there', () => {
    expect(proofs.length).toBeGreaterThan(90)
    expect(missingProofs, missingProofs.join('\n')).toEqual([])
  })

  it('says of every line what proves it', () => {
    expect(rows.length).toBeGreaterThan(60)
    expect(rows.filter(([line = '', done = '', proof = '']) => line === '' || !/`.+`/.test(done) || !/` “.+”/.test(proof))).toEqual([])
  })
})
