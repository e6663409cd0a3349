/** Validates the options of functions. */
import { isRecord } from './definition-shape.ts'
import { protocolErrors } from './errors.ts'
import { shown } from './name.ts'

/** Rejects an option unless it is an integer from `least` to `most`. */
export function assertInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw protocolErrors('KW_PROTOCOL_OPTION', {
    what: `use ${shown(value)} as ${name}`,
    why: `it must be an integer from ${least} to ${most}`,
    details: { option: name, given: value },
  })
}

/** The options of `call`, which must be an object. */
export function optionsOf<Options>(call: string, options: Options): Options {
  if (isRecord(options)) return options
  throw protocolErrors('KW_PROTOCOL_OPTION', {
    what: `use ${shown(options)} as the options of ${call}`,
    why: 'they must be an object',
    next: `Call \`${call}\` with an object of options as its last argument.`,
  })
}
