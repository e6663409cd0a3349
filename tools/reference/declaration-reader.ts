/** Finds declarations across files and packages. A declaration is identified by a key: its file and its name there. */
import type ts from 'typescript'
import { type ExportedName, exportedNames, type ReadText } from '../exported-names.ts'
import { type DeclarationFile, importTarget, parseDeclarations } from './declaration-file.ts'
import { type WrittenName } from './referred-names.ts'

/** `packages/core/src/time/clock.ts#Clock` */
export type DeclarationKey = string

export interface DeclarationReader {
  exportsOf(path: string): readonly ExportedName[]
  /** All declarations with a key; several are overloads, or a type beside its constant. */
  declarationsOf(key: DeclarationKey): readonly ts.Statement[]
  /** The declaration behind a name in a file; `undefined` if it belongs to the language or to another project. */
  resolve(path: string, written: WrittenName): DeclarationKey | undefined
  /** The declaration behind an exported name. */
  origin(exported: ExportedName): DeclarationKey | undefined
}

export function keyOf(path: string, name: string): DeclarationKey {
  return `${path}#${name}`
}

export function splitKey(key: DeclarationKey): { readonly path: string; readonly name: string } {
  const at = key.lastIndexOf('#')
  return { path: key.slice(0, at), name: key.slice(at + 1) }
}

/**
 * @param read returns the text of the declaration file of a source file
 * @param entries the source files of the import specifiers of all packages
 */
export function createDeclarationReader(read: ReadText, entries: ReadonlyMap<string, string>): DeclarationReader {
  const files = new Map<string, DeclarationFile>()
  const known = new Map<string, readonly ExportedName[]>()
  const fileAt = (path: string): DeclarationFile => {
    const file = files.get(path) ?? parseDeclarations(path, read(path))
    files.set(path, file)
    return file
  }
  const exportsOf = (path: string) => exportedNames(path, read, known)
  const origin = ({ from, declaredAs }: Pick<ExportedName, 'from' | 'declaredAs'>) =>
    from.endsWith('.ts') ? keyOf(from, declaredAs) : exportedBy(from, declaredAs)
  const exportedBy = (target: string, name: string): DeclarationKey | undefined => {
    const path = target.endsWith('.ts') ? target : entries.get(target)
    const found = path === undefined ? undefined : exportsOf(path).find((each) => each.name === name)
    return found && origin(found)
  }
  return {
    exportsOf,
    origin,
    declarationsOf(key) {
      const { path, name } = splitKey(key)
      return fileAt(path).declarations.get(name) ?? []
    },
    resolve(path, { name, namespace, specifier }) {
      if (specifier !== undefined) return exportedBy(importTarget(path, specifier), name)
      const file = fileAt(path)
      const imported = file.imports.get(namespace ?? name)
      if (imported) return exportedBy(imported.from, namespace === undefined ? imported.name : name)
      return namespace === undefined && file.declarations.has(name) ? keyOf(path, name) : undefined
    },
  }
}
