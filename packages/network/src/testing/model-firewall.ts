/** A model of nftables: executes the transactions of this package, and refuses what the kernel refuses. */
import { overlaps, parseCidr } from '../address/cidr.ts'
import { collections, type Elements, type NftCollection, type NftState } from '../firewall/nft-table.ts'

type Contents = Record<NftCollection, Record<string, string>>

export class ModelFirewall {
  #skeleton: string | undefined
  #contents: Contents | undefined

  get state(): NftState | undefined {
    return this.#contents && { skeleton: this.#skeleton, elements: structuredClone(this.#contents) }
  }

  /** All of it, or nothing if one command is refused. */
  apply(text: string): void {
    let contents = structuredClone(this.#contents)
    for (const line of text.split('\n')) {
      const [, verb, name, elements] = /^(add|delete) element ip \S+ (\w+) \{ (.+) \}$/.exec(line) ?? []
      if (line.startsWith('delete table')) contents = undefined
      else if (/^table .* \{$/.test(line)) contents = emptyContents()
      else if (verb === 'delete') remove(contents![name as NftCollection], elements!)
      else if (verb === 'add') add(contents![name as NftCollection], elements!, isInterval(name!))
    }
    this.#contents = contents
    this.#skeleton = /comment "kubewright ([0-9a-f]+) /.exec(text)?.[1] ?? (contents && this.#skeleton)
  }

  /** Flushes a map or a chain, as another program could. */
  damage(which: number): void {
    if (!this.#contents) return
    if (which === 0) this.#skeleton = undefined
    else if (which === 1) this.#contents = undefined
    else this.#contents.pod_source = {}
  }
}

function emptyContents(): Contents {
  return Object.fromEntries(Object.keys(collections).map((name) => [name, {}])) as Contents
}

function isInterval(name: string): boolean {
  return collections[name as NftCollection].includes('flags interval') && name !== 'reachable'
}

function entriesOf(text: string): [string, string][] {
  return text.split(', ').map((entry) => {
    const [key = '', value = ''] = entry.split(' : ')
    return [key, value]
  })
}

function remove(held: Record<string, string>, text: string): void {
  for (const [key] of entriesOf(text)) {
    if (!Object.hasOwn(held, key)) throw new Error(`no such element: ${key}`)
    delete held[key]
  }
}

function add(held: Record<string, string>, text: string, isWithoutOverlap: boolean): void {
  for (const [key, value] of entriesOf(text)) {
    const other = isWithoutOverlap ? overlapping(held, key) : undefined
    if (other !== undefined && other !== key) throw new Error(`${key} overlaps ${other}`)
    if (Object.hasOwn(held, key) && held[key] !== value) throw new Error(`${key} has another value`)
    held[key] = value
  }
}

function overlapping(held: Elements, key: string): string | undefined {
  const cidrOf = (text: string) => parseCidr(text.includes('/') ? text : `${text}/32`)
  return Object.keys(held).find((other) => overlaps(cidrOf(other), cidrOf(key)))
}
