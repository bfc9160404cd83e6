/** The desktop application is a browser that names itself in its user agent. It is no longer maintained. */
export const isDesktopShell = (userAgent: string = navigator.userAgent): boolean => /\bElectron\//.test(userAgent)
