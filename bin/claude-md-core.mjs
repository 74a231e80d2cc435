#!/usr/bin/env node
import { runOnNode24 } from './node24.mjs';

await runOnNode24('main', ['claude-md-core']);
