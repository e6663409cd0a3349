/** Where build outputs go: outside the sources, ignored by git. */
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
export const peersFolder = import.meta.dirname

export const cacheOf = (name: string) => resolve(root, '.cache/bench-peers', name)
