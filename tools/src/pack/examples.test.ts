/** Whoever copies an example into a folder of their own, with the SDK's tarball installed there, has everything it asks for. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url))
const files = globSync('*.ts', { cwd: folder })
const importedBy = (file: string) => [...readFileSync(folder + file, 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from!)

describe('the examples', () => {
  it('import the SDK, Node and each other, and no package that is not published', () => {
    const strange = files.flatMap((file) => importedBy(file).filter((from) => !/^(@parley\/client|node:.+|\.\/.+\.ts)$/.test(from)))
    expect(files).toContain('quote-every-rfq.ts')
    expect(files.flatMap(importedBy)).toContain('@parley/client')
    expect(strange).toEqual([])
  })
})
