/** An example runs from a separate folder in which only the SDK's tarball is installed. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

  it.each(['make-markets.ts', 'work-an-order.ts', 'quote-spreads.ts'])(
    '%s explains what is missing if there is neither a key nor a demo',
    (file) => {
      const nobody = { ...process.env, PARLEY_ACCESS_KEY: '', PARLEY_SECRET_KEY: '', DATA_DIR: `${tmpdir()}/no-demo-here` }
      const { status, stderr } = spawnSync(process.execPath, [folder + file], { env: nobody, encoding: 'utf8' })
      expect(status).toBe(1)
      expect(stderr).toContain('no-demo-here/demo.json does not exist. Start the demo with npm start, or set PARLEY_ACCESS_KEY')
      expect(stderr).not.toContain('    at ')
    },
  )
})
