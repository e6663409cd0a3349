/** The files below some folders, sorted, as paths relative to the root. Installed and built files are left out. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.cache', '.git'])

export function listFiles(root: string, folders: readonly string[], wanted: RegExp): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => walk(root, folder))
    .filter((path) => wanted.test(path))
    .sort()
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(root, path)
    return entry.isFile() ? [path] : []
  })
}
