/**
 * Parses the generated table of Go types. Each type is a line that is parsed on first use: a server that only ever sees
 * ConfigMaps never parses the type of a Pod.
 *
 *     DeploymentSpec replicas?*int32=1 selector:*meta/v1.LabelSelector=2 …
 *     Volume name:string=1 ^VolumeSource=2
 *     RestartPolicy =string
 *
 * A field consists of its name; `?` if it is omitted when empty, `~` if also when zero, `:` if never; its type; its
 * protobuf number. `^` inlines a type. `=#` is a list that is a message in protobuf.
 *
 * See decision 0070.
 */
import type { GoField, GoType, Inlined, Members, SpecialType, StructType, UnionType } from '../go/go-type.ts'

const specials: Readonly<Record<string, SpecialType['kind']>> = {
  'meta/v1.Time': 'time',
  'meta/v1.MicroTime': 'microTime',
  'meta/v1.FieldsV1': 'raw',
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intOrString',
  'runtime.RawExtension': 'raw',
  'apiextensions/v1.JSON': 'raw',
}

const unions: Readonly<Record<string, UnionType['kind']>> = {
  'apiextensions/v1.JSONSchemaPropsOrBool': 'schemaOrBool',
  'apiextensions/v1.JSONSchemaPropsOrArray': 'schemaOrList',
  'apiextensions/v1.JSONSchemaPropsOrStringArray': 'schemaOrStrings',
}

const scalars = ['string', 'bool', 'int32', 'int64', 'float64', 'uint8'] as const

/** Types by qualified name, `core/v1.PodSpec`. Each is created once, so types can be compared by identity. */
export class ShapeSet {
  readonly #lines = new Map<string, string>()
  readonly #types = new Map<string, GoType>(scalars.map((kind) => [kind, { kind, name: kind }]))

  /** Adds the lines of one module, such as `core/v1`. */
  add(module: string, text: string): void {
    for (const line of text.trim().split('\n')) {
      const [local] = line.split(' ', 1) as [string]
      this.#lines.set(local.includes('.') ? local : `${module}.${local}`, line.slice(local.length + 1))
    }
  }

  /** @param module the module of unqualified names */
  type(text: string, module = ''): GoType {
    const name = qualify(text, module)
    const known = this.#types.get(name) ?? this.#make(name)
    this.#types.set(name, known)
    return known
  }

  has(name: string): boolean {
    return this.#lines.has(name)
  }

  #make(text: string): GoType {
    if (text.startsWith('[]')) return listOf(this.type(text.slice(2)))
    const [, key, value] = /^map\[([^\]]+)\](.+)$/.exec(text) ?? []
    if (key !== undefined) {
      const type = this.type(value!)
      return { kind: 'map', name: `map[${this.type(key).name}]${type.name}`, value: type }
    }
    const name = goName(text)
    if (Object.hasOwn(specials, text)) return { kind: specials[text]!, name }
    if (Object.hasOwn(unions, text)) {
      return { kind: unions[text]!, name, schema: this.type('apiextensions/v1.JSONSchemaProps') as StructType }
    }
    const line = this.#lines.get(text)
    if (line === undefined) throw new Error(`The table of Go types has no ${text}; its module was not loaded.`)
    return line.startsWith('=') ? this.#alias(name, line, homeOf(text)) : this.#struct(text, name, line)
  }

  /** A named type with the underlying type of another. */
  #alias(name: string, line: string, module: string): GoType {
    const isMessage = line.startsWith('=#')
    const base = this.type(line.slice(isMessage ? 2 : 1), module)
    return base.kind === 'list' ? { ...base, name, isMessage } : { ...base, name }
  }

  #struct(text: string, name: string, line: string): StructType {
    let members: Members | undefined
    const membersOf = () => this.#members(struct, line, homeOf(text))
    const struct: StructType = {
      kind: 'struct',
      name,
      localName: localOf(text),
      get members() {
        return (members ??= membersOf())
      },
    }
    return struct
  }

  #members(owner: StructType, line: string, module: string): Members {
    const fields: GoField[] = []
    const byNumber = this.#read(line, module, { owner, fields, via: [] })
    return { fields, byName: new Map(fields.map((field) => [field.name, field])), byNumber }
  }

  /** Adds the fields of a line to `fields` and returns them by number. */
  #read(line: string, module: string, into: Reading): ReadonlyMap<number, GoField | Inlined> {
    const { owner, fields, via } = into
    const byNumber = new Map<number, GoField | Inlined>()
    for (const token of line.split(' ').filter((text) => text !== '')) {
      const [, inlined, name, omit, text, number] = /^(\^?)([^?:~]*?)([?:~]?)([^?:~=^]+)(?:=(\d+))?$/.exec(token)!
      if (inlined) {
        const whole = qualify(text!, module)
        const name = localOf(whole)
        const inner = this.#read(this.#lines.get(whole)!, homeOf(whole), { owner, fields, via: [...via, name] })
        if (number !== undefined) byNumber.set(Number(number), { name, inlined: inner })
        continue
      }
      const isPointer = text!.startsWith('*')
      const type = this.type(isPointer ? text!.slice(1) : text!, module)
      const omitsEmpty = omit === '~' || (omit === '?' && (isPointer || canBeEmpty(type)))
      const field: GoField = { name: name!, type, isPointer, omitsEmpty, owner, via }
      fields.push(field)
      if (number !== undefined) byNumber.set(Number(number), field)
    }
    return byNumber
  }
}

interface Reading {
  readonly owner: StructType
  readonly fields: GoField[]
  readonly via: readonly string[]
}

/** Whether `omitempty` applies. To Go a time or a quantity is a struct like any other. */
function canBeEmpty({ kind }: GoType): boolean {
  return kind === 'list' || kind === 'map' || kind === 'bytes' || scalars.some((scalar) => scalar === kind)
}

/** Qualifies local names with the module: `[]Volume` becomes `[]core/v1.Volume`. Type names start with a capital. */
function qualify(text: string, module: string): string {
  return text.replace(/(^|[\]*[])([A-Z]\w*)/g, `$1${module}.$2`)
}

function listOf(item: GoType): GoType {
  const name = `[]${item.name}`
  return item.kind === 'uint8' ? { kind: 'bytes', name } : { kind: 'list', name, item, isMessage: false }
}

function homeOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}

function localOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** `core/v1.PodSpec` as Go prints it: `v1.PodSpec`. */
function goName(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}
