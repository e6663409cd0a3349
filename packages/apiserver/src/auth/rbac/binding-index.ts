/** The bindings of one namespace, or those of the cluster, indexed by subject. */
import { type Binding, keyOfSubject, keysOf } from './binding.ts'
import type { User } from '../../identity/user.ts'

export class BindingIndex {
  readonly #byName = new Map<string, Binding>()
  /** Exactly the bindings of `#byName`, under each of their subjects; never an empty set. */
  readonly #bySubject = new Map<string, Set<Binding>>()

  get size(): number {
    return this.#byName.size
  }

  put(binding: Binding): void {
    this.remove(binding.name)
    this.#byName.set(binding.name, binding)
    for (const key of subjectKeys(binding)) {
      const bindings = this.#bySubject.get(key)
      if (bindings === undefined) this.#bySubject.set(key, new Set([binding]))
      else bindings.add(binding)
    }
  }

  remove(name: string): void {
    const binding = this.#byName.get(name)
    if (binding === undefined) return
    this.#byName.delete(name)
    for (const key of subjectKeys(binding)) {
      const bindings = this.#bySubject.get(key)
      bindings?.delete(binding)
      if (bindings?.size === 0) this.#bySubject.delete(key)
    }
  }

  /** Sorted by name, without duplicates. */
  find(user: User): readonly Binding[] {
    const found = new Set(keysOf(user).flatMap((key) => [...(this.#bySubject.get(key) ?? [])]))
    return [...found].sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}

function subjectKeys(binding: Binding): readonly string[] {
  const keys = binding.subjects.map((subject) => keyOfSubject(subject, binding))
  return keys.filter((key) => key !== undefined)
}
