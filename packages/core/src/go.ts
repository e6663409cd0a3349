/**
 * Text as Go prints it, for messages that are the same as those of Kubernetes. A separate entry point, because few programs write such
 * messages.
 */
export { goEscapes, goQuote, goTimeQuote } from './go/go-quote.ts'
