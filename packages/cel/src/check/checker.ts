/** The type checker: assigns a type to every node, resolves names, and reports type errors. */
import type { Overload } from '../functions/overload.ts'
import {
  type Call,
  type Comprehension,
  type Expr,
  literalText,
  qualifiedName,
  type Select,
  type StructLiteral,
} from '../syntax/ast.ts'
import type { Issue } from '../syntax/source.ts'
import {
  boolType,
  type CelType,
  dynType,
  errorType,
  formatSignature,
  formatType,
  intType,
  isSameType,
  listType,
  mapType,
  optionalContent,
  optionalType,
  parameterType,
  stringType,
  typeType,
} from '../types/type.ts'
import { Bindings, isDynOrError, substitute, widest } from '../types/unify.ts'
import { typeOfValue } from '../values/value-type.ts'
import { type Environment, namedTypes } from './environment.ts'

/** An expression after checking. The input of cost estimation and evaluation. */
export interface CheckedTree {
  readonly expr: Expr
  readonly checked: Checked
}

/** What the type checker found out about each expression. */
export interface Checked {
  readonly types: ReadonlyMap<Expr, CelType>
  /** The candidate overloads of a call. */
  readonly overloads: ReadonlyMap<Call, readonly Overload[]>
  /** Calls whose target is part of the function's name: `sets.contains(…)`. */
  readonly namespaced: ReadonlyMap<Call, string>
  /** Names that are variables of the environment; a dotted name is recorded at its last selection. */
  readonly variables: ReadonlyMap<Expr, string>
  /** Names that denote types. */
  readonly typeNames: ReadonlyMap<Expr, CelType>
}

export type CheckResult = Checked | { readonly issues: readonly Issue[] }

export function check(expr: Expr, environment: Environment): CheckResult {
  const checker = new Checker(environment)
  checker.check(expr)
  return checker.issues.length > 0 ? { issues: checker.issues } : checker.finish()
}

class Checker {
  readonly issues: Issue[] = []
  readonly #environment: Environment
  readonly #types = new Map<Expr, CelType>()
  readonly #overloads = new Map<Call, readonly Overload[]>()
  readonly #namespaced = new Map<Call, string>()
  readonly #variables = new Map<Expr, string>()
  readonly #typeNames = new Map<Expr, CelType>()
  /** Names bound by comprehensions, innermost last. */
  readonly #scopes: Map<string, CelType>[] = []
  readonly #bindings = new Bindings()
  #fresh = 0

  constructor(environment: Environment) {
    this.#environment = environment
  }

  finish(): Checked {
    for (const [expr, type] of this.#types) this.#types.set(expr, substitute(this.#bindings, type, true))
    return {
      types: this.#types,
      overloads: this.#overloads,
      namespaced: this.#namespaced,
      variables: this.#variables,
      typeNames: this.#typeNames,
    }
  }

  /** Macros can put a node in two places. Such a node is checked once; both places have the same scope. */
  check(expr: Expr): CelType {
    const known = this.#types.get(expr)
    if (known !== undefined) return known
    const type = this.#typeOf(expr)
    this.#types.set(expr, type)
    return type
  }

  #typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case 'literal':
        return typeOfValue(expr.value)
      case 'identifier':
        return this.#name(expr, expr.name) ?? this.#undeclared(expr.offset, expr.name)
      case 'select':
        return this.#select(expr)
      case 'call':
        return expr.name === '_?._' ? this.#optionalSelect(expr) : this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'struct':
        return this.#struct(expr)
      case 'comprehension':
        return this.#comprehension(expr)
    }
  }

  #report(offset: number, message: string): void {
    this.issues.push({ offset, message })
  }

  #undeclared(offset: number, name: string): CelType {
    this.#report(offset, `undeclared reference to '${name}' (in container '')`)
    return errorType
  }

  #mismatch({ offset }: Expr, expected: CelType, found: CelType): void {
    this.#report(offset, `expected type '${formatType(expected)}' but found '${formatType(found)}'`)
  }

  /** Resolves a name; `undefined` if it is unknown. Local names shadow the others. */
  #name(expr: Expr, written: string): CelType | undefined {
    const name = written.replace(/^\./, '')
    const local = this.#scopes.findLast((scope) => scope.has(name))?.get(name)
    if (local !== undefined && name === written) return local
    const variable = this.#environment.variables.get(name)
    if (variable !== undefined) {
      this.#variables.set(expr, name)
      return variable
    }
    const type = namedTypes.get(name) ?? this.#environment.structs?.(name)
    if (type === undefined) return undefined
    this.#typeNames.set(expr, type)
    return typeType(type)
  }

  #select(expr: Select): CelType {
    const name = qualifiedName(expr)
    const named = name === undefined ? undefined : this.#dottedName(expr, name)
    if (named !== undefined) return named
    const type = this.#field(expr, expr.operand, { name: expr.field, isOptional: false })
    return expr.isTest ? boolType : type
  }

  /** A dotted name is first looked up as a whole, unless its first part is a local name. */
  #dottedName(expr: Expr, name: string): CelType | undefined {
    const first = name.split('.')[0]!
    return this.#scopes.some((scope) => scope.has(first)) ? undefined : this.#name(expr, name)
  }

  #optionalSelect(expr: Call): CelType {
    const [operand, field] = expr.args
    this.#types.set(field!, stringType)
    return this.#field(expr, operand!, { name: literalText(field!), isOptional: true })
  }

  #field(expr: Expr, operand: Expr, field: { name: string; isOptional: boolean }): CelType {
    const operandType = substitute(this.#bindings, this.check(operand), false)
    const content = optionalContent(operandType)
    const result = this.#fieldOf(expr, content ?? operandType, field.name)
    return content !== undefined || field.isOptional ? optionalType(result) : substitute(this.#bindings, result, false)
  }

  #fieldOf({ offset }: Expr, type: CelType, field: string): CelType {
    if (type.kind === 'map') return type.parameters[1]!
    if (type.kind === 'struct') {
      const found = type.fields?.(field)
      if (found !== undefined) return found
      if (type.fields === undefined) this.#report(offset, `unexpected failed resolution of '${type.name}'`)
      else this.#report(offset, `undefined field '${field}'`)
      return errorType
    }
    if (type.kind === 'parameter') this.#assign([dynType], [type])
    else if (!isDynOrError(type)) this.#report(offset, `type '${formatType(type)}' does not support field selection`)
    return dynType
  }

  #call(expr: Call): CelType {
    const argTypes = expr.args.map((arg) => this.check(arg))
    if (expr.target === undefined) return this.#function(expr, expr.name.replace(/^\./, ''), argTypes)
    const prefix = qualifiedName(expr.target)
    const name = `${prefix}.${expr.name}`
    if (prefix !== undefined && this.#environment.functions.has(name)) {
      this.#namespaced.set(expr, name)
      return this.#function(expr, name, argTypes)
    }
    return this.#function(expr, expr.name, [this.check(expr.target), ...argTypes])
  }

  #function(expr: Call, name: string, argTypes: readonly CelType[]): CelType {
    const overloads = this.#environment.functions.get(name)
    if (overloads === undefined) return this.#undeclared(expr.offset, name)
    const isMember = expr.target !== undefined && !this.#namespaced.has(expr)
    if (name === '_&&_' || name === '_||_') return this.#logic(expr, overloads, argTypes)
    const result = this.#resolve(
      expr,
      overloads.filter((overload) => overload.isMember === isMember),
      argTypes,
    )
    if (result !== undefined) return result
    const shown = argTypes.map((type) => substitute(this.#bindings, type, true))
    const signature = formatSignature(shown, isMember)
    this.#report(expr.offset, `found no matching overload for '${name}' applied to '${signature}'`)
    return errorType
  }

  #logic(expr: Call, overloads: readonly Overload[], argTypes: readonly CelType[]): CelType {
    this.#overloads.set(expr, overloads)
    let isFine = true
    for (const [index, type] of argTypes.entries()) {
      if (this.#assign([type], [boolType])) continue
      this.#mismatch(expr.args[index]!, boolType, type)
      isFine = false
    }
    return isFine ? boolType : errorType
  }

  /** Keeps all matching overloads: with `dyn` among the arguments, the choice is made at evaluation. */
  #resolve(expr: Call, overloads: readonly Overload[], argTypes: readonly CelType[]): CelType | undefined {
    const fitting: Overload[] = []
    let result: CelType | undefined
    for (const overload of overloads) {
      const instance = this.#instantiate(overload)
      if (!this.#assign(argTypes, instance.args)) continue
      fitting.push(overload)
      const own = substitute(this.#bindings, instance.result, false)
      if (result === undefined) result = own
      else if (result.kind !== 'dyn' && !isSameType(own, result)) result = dynType
    }
    this.#overloads.set(expr, fitting)
    return result
  }

  /** The signature with fresh type parameters. */
  #instantiate({ args, result }: Overload): { args: readonly CelType[]; result: CelType } {
    const renamed = new Map<string, CelType>()
    const rename = (type: CelType): CelType => {
      if (type.kind === 'parameter') {
        if (!renamed.has(type.name)) renamed.set(type.name, this.#newParameter())
        return renamed.get(type.name)!
      }
      return type.parameters.length === 0 ? type : { ...type, parameters: type.parameters.map(rename) }
    }
    return { args: args.map(rename), result: rename(result) }
  }

  #newParameter(): CelType {
    return parameterType(`_var${this.#fresh++}`)
  }

  #assign(left: readonly CelType[], right: readonly CelType[]): boolean {
    return this.#bindings.assign(left, right)
  }

  #list(expr: Expr & { kind: 'list' }): CelType {
    let joined: CelType | undefined
    for (const { value, isOptional } of expr.items) {
      joined = this.#join(joined, this.#content(value, this.check(value), isOptional))
    }
    return listType(joined ?? this.#newParameter())
  }

  #map(expr: Expr & { kind: 'map' }): CelType {
    let keys: CelType | undefined
    let values: CelType | undefined
    for (const { key, value, isOptional } of expr.entries) {
      keys = this.#join(keys, this.check(key))
      values = this.#join(values, this.#content(value, this.check(value), isOptional))
    }
    return mapType(keys ?? this.#newParameter(), values ?? this.#newParameter())
  }

  /** The type of the element that `?value` adds. */
  #content(value: Expr, type: CelType, isOptional: boolean): CelType {
    if (!isOptional) return type
    const content = optionalContent(type)
    if (content !== undefined) return content
    if (type.kind !== 'dyn') this.#mismatch(value, optionalType(type), type)
    return type
  }

  /** Elements of incompatible types make the element type `dyn`; whether that is allowed is checked later. */
  #join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current
    return this.#assign([previous], [current]) ? widest(previous, current) : dynType
  }

  #struct(expr: StructLiteral): CelType {
    const type = this.#environment.structs?.(expr.typeName.replace(/^\./, ''))
    if (type === undefined) return this.#notAStruct(expr)
    for (const field of expr.fields) {
      const valueType = this.#content(field.value, this.check(field.value), field.isOptional)
      const fieldType = type.fields?.(field.name)
      if (fieldType === undefined) this.#report(field.offset, `undefined field '${field.name}'`)
      else if (!this.#assign([fieldType], [valueType])) {
        const [expected, found] = [formatType(fieldType), formatType(valueType)]
        this.#report(
          field.offset,
          `expected type of field '${field.name}' is '${expected}' but provided type is '${found}'`,
        )
      }
    }
    return type
  }

  #notAStruct({ offset, typeName, fields }: StructLiteral): CelType {
    const named = namedTypes.get(typeName)
    const variable = this.#environment.variables.get(typeName)
    if (named === undefined && variable === undefined) return this.#undeclared(offset, typeName)
    if (named !== undefined) this.#report(offset, `'${named.name}' is not a message type`)
    else this.#report(offset, `'${variable!.name}' is not a type`)
    for (const field of fields) {
      this.check(field.value)
      this.#report(field.offset, `unexpected failed resolution of '${typeName}'`)
    }
    return errorType
  }

  #comprehension(expr: Comprehension): CelType {
    const rangeType = substitute(this.#bindings, this.check(expr.range), false)
    const accumulatorType = this.check(expr.init)
    const [first, second] = this.#loopTypes(expr, rangeType)
    this.#scopes.push(new Map([[expr.accumulator, accumulatorType]]))
    this.#scopes.push(
      new Map([[expr.variable, first], ...(expr.secondVariable ? [[expr.secondVariable, second] as const] : [])]),
    )
    this.#demand(expr.condition, boolType)
    this.#demand(expr.step, accumulatorType)
    this.#scopes.pop()
    const result = this.check(expr.result)
    this.#scopes.pop()
    return substitute(this.#bindings, result, false)
  }

  #demand(expr: Expr, type: CelType): void {
    const found = this.check(expr)
    if (!this.#assign([type], [found])) this.#mismatch(expr, type, found)
  }

  /** The types of the one or two variables of a comprehension. */
  #loopTypes({ range, secondVariable }: Comprehension, type: CelType): readonly [CelType, CelType] {
    const [first, second] = type.parameters
    switch (type.kind) {
      case 'list':
        return secondVariable === undefined ? [first!, first!] : [intType, first!]
      case 'map':
        return [first!, second!]
      case 'dyn':
      case 'error':
      case 'parameter':
        this.#assign([dynType], [type])
        return [dynType, dynType]
      default: {
        const why = `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`
        this.#report(range.offset, why)
        return [errorType, errorType]
      }
    }
  }
}
