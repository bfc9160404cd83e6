/** The desktop application is a browser of its own that names itself. It is no longer kept up. */
export const isDesktopShell = (userAgent: string = navigator.userAgent): boolean => /\bElectron\//.test(userAgent)
