;;; Made from the agents' settings: python -m chibi_hooks.dialects.made

(define %agent-files
  '("**/.agent/hooks.json" "**/.agents/hooks.json" "**/.caliban/hooks.toml"
    "**/.caliban/settings.json" "**/.caliban/settings.local.json"
    "**/.caliban/settings.local.toml" "**/.caliban/settings.toml"
    "**/.claude/settings.json" "**/.claude/settings.local.json"
    "**/.codex/config.toml" "**/.codex/hooks.json"
    "**/.config/caliban/hooks.toml" "**/.config/caliban/settings.json"
    "**/.config/caliban/settings.toml"
    "**/.config/opencode/plugin/chibi-hooks.ts" "**/.copilot/hooks/*.json"
    "**/.copilot/settings.json" "**/.cursor/hooks.json"
    "**/.factory/hooks.json" "**/.factory/hooks/hooks.json"
    "**/.factory/settings.json" "**/.factory/settings.local.json"
    "**/.firebender/hooks.json" "**/.gemini/config/hooks.json"
    "**/.gemini/settings.json" "**/.github/copilot/settings.json"
    "**/.github/copilot/settings.local.json" "**/.github/hooks/*.json"
    "**/.opencode/plugin/chibi-hooks.ts" "**/.qwen/settings.json"
    "**/_agent/hooks.json" "**/_agents/hooks.json"))

(define %agent-programs
  '("claude" "codex" "copilot" "gemini" "opencode" "qwen"))

(define %agent-unasked
  '(("gemini" "y") ("qwen" "y")))

(define %agent-variables
  '("CLAUDE_CONFIG_DIR" "CODEX_HOME" "COPILOT_HOME" "FACTORY_HOME_OVERRIDE"
    "GEMINI_CLI_HOME" "OPENCODE_CONFIG_DIR" "QWEN_HOME"))
