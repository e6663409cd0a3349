/** The variables that a policy defines, evaluated lazily and at most once. */
import { CelError, type CelProgram, OpaqueValue, structType, type Value, type Variables } from '@kubewright/cel'

/** The compilation result of a variable. */
export interface CompiledVariable {
  readonly program: CelProgram | undefined
  readonly problem: string | undefined
}

const type = structType('kubernetes.variables')

/** The value of `variables`. */
export class PolicyVariables extends OpaqueValue {
  readonly type = type
  readonly #compiled: ReadonlyMap<string, CompiledVariable>
  readonly #known = new Map<string, Value>()
  readonly #look: Variables
  readonly #charge: (cost: number) => void

  /** @param charge receives the cost of a variable, which is not charged to the expression that reads it */
  constructor(compiled: ReadonlyMap<string, CompiledVariable>, look: Variables, charge: (cost: number) => void) {
    super()
    this.#compiled = compiled
    this.#look = look
    this.#charge = charge
  }

  equals(other: OpaqueValue): boolean {
    return other === this
  }

  override field(name: string): Value | undefined {
    const variable = this.#compiled.get(name)
    if (variable === undefined) return undefined
    if (!this.#known.has(name)) this.#known.set(name, this.#evaluate(name, variable))
    return this.#known.get(name)
  }

  #evaluate(name: string, { program, problem }: CompiledVariable): Value {
    const shown = JSON.stringify(name)
    if (program === undefined) return new CelError(`composited variable ${shown} fails to compile: ${problem}`)
    const evaluation = program.evaluate(this.#look)
    this.#charge(evaluation.cost)
    if ('value' in evaluation) return evaluation.value
    return new CelError(`composited variable ${shown} fails to evaluate: ${evaluation.error}`)
  }
}
