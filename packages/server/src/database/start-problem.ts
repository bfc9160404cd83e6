/** The reason why the database does not start, in one sentence with the action to take. The bootstrap prints it and exits. */
import { join } from 'node:path'

export type StartProblemKind =
  | 'AlreadyRunning'
  | 'NoBinaries'
  | 'OtherMajorVersion'
  | 'FolderBroken'
  | 'FolderNotReachable'
  | 'PermissionMissing'
  | 'DiskFull'
  | 'DatabaseNotReachable'
  | 'DatabaseTooOld'
  | 'DatabaseDoesNotStart'
  | 'NoInstallation'
  | 'DataNewer'
  | 'DataOlder'
  | 'MigrationChanged'
  | 'MigrationFailed'
  | 'PortInUse'
  | 'AddressMissing'
  | 'SecretKeyBroken'
  | 'SettingWrong'

export class StartProblem extends Error {
  readonly kind: StartProblemKind
  constructor(kind: StartProblemKind, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'StartProblem'
    this.kind = kind
  }
}

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Turns a failure of the file system or the database into a sentence that the operator can act on. Any other error is returned unchanged. */
export function asStartProblem(error: unknown, folder: string): unknown {
  if (error instanceof StartProblem) return error
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder, error)
    case '53100':
      return new StartProblem('DiskFull', 'The disk that holds the database is full; free at least 300 MB and start again.', error)
    case 'CONNECTION_CLOSED':
    case 'CONNECTION_ENDED':
    case 'CONNECTION_DESTROYED':
    case '57P01':
    case '57P02':
    case '57P03':
      return new StartProblem(
        'DatabaseNotReachable',
        `The database stopped while Parley was starting; its log gives the reason (${join(folder, 'postgres.log')} for the embedded one). Start again.`,
        error,
      )
    case '3D000':
    case '58P01':
    case 'XX001':
    case 'XX002':
      return new StartProblem(
        'FolderBroken',
        `The database is damaged (${(error as Error).message}); put a backup in its place, or move ${join(folder, 'postgres')} away to start with an empty database.`,
        error,
      )
    case '42501':
      return new StartProblem(
        'PermissionMissing',
        `The user of DATABASE_URL lacks a permission (${(error as Error).message}); make it the owner of the database.`,
        error,
      )
    case 'EADDRNOTAVAIL':
      return new StartProblem(
        'AddressMissing',
        `This machine has no such address (${(error as Error).message}); give its loopback interface 127.0.0.1, or set HOST to an address that the machine has.`,
        error,
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return permissionMissing(folder, error)
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartProblem(
        'FolderBroken',
        `${folder} is not a folder; remove the file that is in its place, or set DATA_DIR to a folder.`,
        error,
      )
    case undefined:
    default:
      return error
  }
}

export const diskFull = (folder: string, cause?: unknown): StartProblem =>
  new StartProblem('DiskFull', `The disk that holds ${folder} is full; free at least 300 MB and start again.`, cause)

export const permissionMissing = (folder: string, cause?: unknown): StartProblem =>
  new StartProblem(
    'PermissionMissing',
    `${folder} is not writable for this user; make the user that runs Parley its owner, or set DATA_DIR to a writable folder.`,
    cause,
  )

/** For root: the folder is writable, but not for the user that PostgreSQL has to run as. */
export const notReachable = (path: string, cause?: unknown): StartProblem =>
  new StartProblem(
    'FolderNotReachable',
    `PostgreSQL does not run as root, and the user it runs as cannot reach ${path}; keep Parley and its data in folders that all users can enter (DATA_DIR=/var/lib/parley npm start), or start Parley as another user.`,
    cause,
  )
