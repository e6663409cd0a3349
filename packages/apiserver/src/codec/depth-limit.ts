/**
 * How deeply what we keep may be nested. Go gives up at 10 000; our walks call themselves a few times a level and would
 * run out of stack before that. Nothing real is a tenth as deep.
 */
export const deepestKept = 300
