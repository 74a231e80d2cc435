import { cliContract } from '../support/model/contract.ts';

// Claude itself asks five times for an answer that fits its schema; after that it is our turn to ask.
cliContract('claude', { wrongAnswers: 5 });
