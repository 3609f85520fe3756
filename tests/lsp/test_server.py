"""The language server as an editor has it: a client of its own protocol, over stdin and stdout of a real process."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from tests.cli.running import ROOT
from tests.halves import once
from tests.homes import make_home

pytestmark = once

GUARD = """\
(define limit 3)

(define-hook pre_tool (tool_name arguments)
  (if (eq? tool_name "shell_exec")
      (block "no")
      (judge arguments limit)))

(define (judge what most) (no-opinion))
"""
Talk = Callable[["Editor"], Awaitable[None]]


class Editor(LanguageClient):
    """A client that keeps what it is told."""

    def __init__(self, path: Path) -> None:
        super().__init__("editor", "1")
        self.uri = path.as_uri()
        self.document = lsp.TextDocumentIdentifier(self.uri)
        self.diagnostics: asyncio.Queue[list[lsp.Diagnostic]] = asyncio.Queue()
        self.shown: list[str] = []
        self.version = 0

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.diagnostics.put_nowait(list(params.diagnostics))

        @self.feature(lsp.WINDOW_SHOW_MESSAGE)
        def shown(params: lsp.ShowMessageParams) -> None:
            self.shown.append(params.message)

    async def open(self, text: str) -> list[lsp.Diagnostic]:
        """Open the file; gives what is wrong."""
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, "scheme", 0, text)))
        return await self.diagnostics.get()

    def change(self, text: str) -> None:
        """The text is another one."""
        self.version += 1
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )


def position(text: str, word: str, inside: int = 1) -> lsp.Position:
    """Where a word stands first."""
    before = text[: text.index(word) + inside]
    return lsp.Position(before.count("\n"), len(before.rpartition("\n")[2]))


def talk(tmp_path: Path, conversation: Talk, text: str = GUARD) -> None:
    """Start a server for a home with this guard, and talk with it."""
    home = make_home(tmp_path / "home", {"hooks/guard.scm": text})
    path = home / "hooks/guard.scm"

    async def run() -> None:
        editor = Editor(path)
        environment = {**os.environ, "HOME": str(tmp_path), "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
        arguments = ["-m", "chibi_hooks", "lsp"]
        await editor.start_io(sys.executable, *arguments, cwd=ROOT, env=environment)
        try:
            await editor.initialize_async(
                lsp.InitializeParams(lsp.ClientCapabilities(), process_id=os.getpid(), root_uri=home.as_uri())
            )
            editor.initialized(lsp.InitializedParams())
            await conversation(editor)
            await editor.shutdown_async(None)
        finally:
            editor.exit(None)
            await editor.stop()

    asyncio.run(run())


def test_mistakes_are_shown_as_they_are_written_and_go_when_they_are_mended(tmp_path: Path) -> None:
    async def conversation(editor: Editor) -> None:
        found = await editor.open(GUARD)
        assert [(each.range.start.line, each.severity) for each in found] == [(3, lsp.DiagnosticSeverity.Error)]
        assert "eq?" in found[0].message
        params = lsp.CodeActionParams(editor.document, found[0].range, lsp.CodeActionContext([]))
        actions = await editor.text_document_code_action_async(params)
        assert actions is not None and isinstance(actions[0], lsp.CodeAction) and actions[0].edit is not None
        editor.change(GUARD.replace("eq?", "equal?"))
        assert await editor.diagnostics.get() == []
        editor.change("(define-hook pre_tool (arguments)\n  (blok arguments))\n")
        broken = await editor.diagnostics.get()
        assert [each.range.start.line for each in broken] == [1]

    talk(tmp_path, conversation)


def test_the_outline_of_a_file_is_told(tmp_path: Path) -> None:
    async def conversation(editor: Editor) -> None:
        await editor.open(GUARD)
        found = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.document))
        assert found is not None
        assert [(each.name, each.kind) for each in found] == [
            ("limit", lsp.SymbolKind.Variable), ("pre_tool", lsp.SymbolKind.Event), ("judge", lsp.SymbolKind.Function)
        ]  # fmt: skip
        assert isinstance(found[1], lsp.DocumentSymbol) and found[1].range.end.line == 5

    talk(tmp_path, conversation)


def test_names_are_completed_described_found_and_renamed(tmp_path: Path) -> None:
    text = GUARD.replace("eq?", "equal?")

    async def conversation(editor: Editor) -> None:
        await editor.open(text)

        async def offered(line: str) -> list[str]:
            editor.change(f"{text}{line}")
            at = lsp.Position(text.count("\n"), len(line))
            found = await editor.text_document_completion_async(lsp.CompletionParams(editor.document, at))
            assert isinstance(found, lsp.CompletionList)
            return [each.label for each in found.items]

        assert "string-contains" in await offered("(string-con")
        assert "judge" in await offered("(jud")
        assert "pre_tool" in await offered("(define-hook pre_t")
        assert "command" in await offered('(define-hook pre_shell_exec p (payload-ref p "com')
        assert "file_read" in await offered('(define-hook pre_tool (tool_name) (equal? tool_name "file_r')
        editor.change(text)

        hover = await editor.text_document_hover_async(
            lsp.HoverParams(editor.document, position(text, "no-opinion", 3))
        )
        assert hover is not None and "let it pass" in str(hover.contents)
        help = await editor.text_document_signature_help_async(
            lsp.SignatureHelpParams(editor.document, position(text, "(judge arguments limit", 22))
        )
        assert help is not None and help.signatures[0].label == "(judge what most)"
        assert help.active_parameter == 1

        use = position(text, "(judge", 2)
        defined = await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, use))
        assert isinstance(defined, lsp.Location) and defined.range.start.line == 7
        everywhere = lsp.ReferenceContext(include_declaration=True)
        found = await editor.text_document_references_async(lsp.ReferenceParams(everywhere, editor.document, use))
        assert [each.range.start.line for each in found or ()] == [5, 7]
        renamed = await editor.text_document_rename_async(lsp.RenameParams(editor.document, use, "weigh"))
        assert renamed is not None and renamed.changes is not None
        assert [each.new_text for each in renamed.changes[editor.uri]] == ["weigh", "weigh"]
        local = lsp.RenameParams(editor.document, position(text, "arguments"), "given")
        assert len((await editor.text_document_rename_async(local)).changes[editor.uri]) == 2  # type: ignore[union-attr, index]
        with pytest.raises(JsonRpcException, match="only what this file binds"):
            await editor.text_document_rename_async(
                lsp.RenameParams(editor.document, position(text, "no-opinion", 3), "x")
            )

    talk(tmp_path, conversation, text)


def test_a_text_is_laid_out_as_in_the_repl(tmp_path: Path) -> None:
    text = "(define (f x)\n        (if x\n    1\n2))   \n"

    async def conversation(editor: Editor) -> None:
        await editor.open(text)
        params = lsp.DocumentFormattingParams(editor.document, lsp.FormattingOptions(2, True))
        edits = await editor.text_document_formatting_async(params)
        assert [each.new_text for each in edits or ()] == ["(define (f x)\n  (if x\n      1\n      2))\n"]

    talk(tmp_path, conversation, text)


def test_above_a_hook_stands_what_it_did_and_a_click_fires_it(tmp_path: Path) -> None:
    text = GUARD.replace("eq?", "equal?")

    async def conversation(editor: Editor) -> None:
        await editor.open(text)
        path = Path(editor.uri.removeprefix("file://"))

        async def titles() -> list[str]:
            found = await editor.text_document_code_lens_async(lsp.CodeLensParams(editor.document))
            assert all(each.range.start.line == 2 for each in found or ())
            return [each.command.title for each in found or () if each.command is not None]

        assert await titles() == ["fire sample"]
        found = await editor.text_document_code_lens_async(lsp.CodeLensParams(editor.document))
        command = (found or ())[0].command
        assert command is not None
        fired = await editor.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command.command, arguments=command.arguments)
        )
        assert fired["outcome"] == {"block": True, "message": "no"}
        assert editor.shown[-1].startswith('pre_tool: {"block": true')
        assert await titles() == ["1 fire today, 1 blocked", "fire sample"]
        path.write_text(text.replace('"shell_exec"', '"other"'))
        editor.text_document_did_save(lsp.DidSaveTextDocumentParams(editor.document))
        await editor.diagnostics.get()
        while "1 decision would change" not in await titles():
            await asyncio.sleep(0.05)

    talk(tmp_path, conversation, text)


@pytest.mark.parametrize("whom", ["the process", "a thread of it"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_while_the_editor_holds_its_side_open(number: int, whom: str) -> None:
    hello = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}'
    command = [sys.executable, "-m", "chibi_hooks", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(hello), hello))
            server.stdin.flush()
            assert server.stdout.readline().startswith(b"Content-Length")
            if whom == "the process":
                server.send_signal(number)
            elif sys.platform != "linux":
                pytest.skip("no way to choose one")
            else:  # the system may choose any of them, and the main one sleeps
                threads = {int(each.name) for each in Path(f"/proc/{server.pid}/task").iterdir()} - {server.pid}
                assert ctypes.CDLL(None).tgkill(server.pid, min(threads), number) == 0
            assert server.wait(200) == 128 + number
        finally:
            server.kill()
