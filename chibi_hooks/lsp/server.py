"""stdio -> a language server for hook files, with pygls (the extra `lsp`): the protocol's words on one side, `Document`
on the other.

Rules
-----
* Answers come from the text as the editor has it, and from the journal; nothing is fired unless a lens is clicked.
* Each answer that takes long (a lint with a run, a replay) is made on a thread, and for the newest text only.
* The protocol's own types take long enough to import: what reads Scheme is imported once the editor has its answer.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.lsp.framing import Messages
from chibi_hooks.lsp.protocol import HookProtocol, strict_converter, tell_people

if TYPE_CHECKING:
    from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
    from chibi_hooks.lsp.bindings import Occurrence
    from chibi_hooks.lsp.document import Document
    from chibi_hooks.lsp.lenses import Traffic
    from chibi_hooks.lsp.outline import Outlined

QUIET: Final = 0.2  # seconds without a change before a text is looked at
MOST: Final = 200  # candidates that are offered
FIRE: Final = "chibi-hooks.fireSample"
SHOW: Final = "chibi-hooks.show"  # what a lens says that does nothing
SYMBOLS: Final = {
    "variable": lsp.SymbolKind.Variable, "procedure": lsp.SymbolKind.Function, "macro": lsp.SymbolKind.Operator,
    "record": lsp.SymbolKind.Struct, "hook": lsp.SymbolKind.Event, "tool": lsp.SymbolKind.Interface,
    "library": lsp.SymbolKind.Module, "group": lsp.SymbolKind.Namespace, "test": lsp.SymbolKind.Method,
}  # fmt: skip
"""Which of the protocol's pictures stands for a kind of outline.py."""
KINDS: Final = {"tool": lsp.CompletionItemKind.Value, "local": lsp.CompletionItemKind.Variable}


class HookServer(LanguageServer):
    """The open files, and what was found out about them."""

    protocol: HookProtocol

    def __init__(self, around: Surroundings) -> None:
        full = lsp.TextDocumentSyncKind.Full
        super().__init__(
            "chibi-hooks", "1", text_document_sync_kind=full, protocol_cls=HookProtocol,
            converter_factory=strict_converter,
        )  # fmt: skip
        self.around = around
        self.documents: dict[str, Document] = {}
        self.changed: dict[str, dict[str, int]] = {}  # by URI: how many decisions are different, by point

    def document(self, uri: str) -> Document:
        """An open file. Raises JsonRpcInvalidParams where the editor has not opened it."""
        if uri not in self.documents:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return self.documents[uri]


def make_server(around: Surroundings) -> HookServer:
    """The server with all that it can do."""
    server = HookServer(around)
    for register in (_follow, _tell, _find, _write, _lenses):
        register(server)
    return server


def serve(server: HookServer, stream: BinaryIO, note: Callable[[str], None]) -> None:
    """Talk with the editor that writes to `stream`, over stdout, until it ends that. Raises BadRequest when what it
    writes is no conversation."""
    tell_people(note)
    messages = Messages(stream, server.protocol.refuse)
    server.start_io(cast(BinaryIO, messages))
    if messages.fault:
        raise BadRequest(f"lsp: {messages.fault}; where the next message begins is not known, so this ends")


def _follow(server: HookServer) -> None:
    """Texts come and go; what is wrong in them is told."""

    @server.feature(lsp.INITIALIZED)
    async def ready(params: lsp.InitializedParams) -> None:
        await asyncio.to_thread(import_module, "chibi_hooks.lsp.document")

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        from chibi_hooks.lsp.document import Document

        told = params.text_document
        encoding = server.server_capabilities.position_encoding or "utf-16"
        document = Document(told.uri, told.text, server.around, str(getattr(encoding, "value", encoding)))
        server.documents[told.uri] = document
        await _diagnose(server, document, load=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def edited(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.document(params.text_document.uri)
        changes = params.content_changes
        whole = [each for each in changes if isinstance(each, lsp.TextDocumentContentChangeWholeDocument)]
        if not whole or len(whole) < len(changes):
            return  # parts, which are not what was agreed on: the library says so
        text = whole[-1].text
        document.set_text(text)
        await asyncio.sleep(QUIET)
        if document.text == text:
            await _diagnose(server, document, load=False)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        from chibi_hooks.lsp.lenses import differences_or_none

        document = server.document(params.text_document.uri)
        await _diagnose(server, document, load=True)
        if document.home is not None and document.is_trusted():
            points = {hook.point for hook in document.hooks}
            found = await asyncio.to_thread(differences_or_none, document.home, points, server.around)
            server.changed[document.uri] = found
            capable = server.client_capabilities.workspace
            if capable is not None and capable.code_lens is not None and capable.code_lens.refresh_support:
                server.workspace_code_lens_refresh(None, lambda answer: None)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.documents.pop(params.text_document.uri, None)
        server.changed.pop(params.text_document.uri, None)
        _publish(server, params.text_document.uri, [])


async def _diagnose(server: HookServer, document: Document, *, load: bool) -> None:
    text = document.text
    findings = await asyncio.to_thread(document.findings, load=load)
    if document.text == text:
        own = [each for each in findings if each.place.name in (document.name, "")]
        _publish(server, document.uri, [_diagnostic(document, each) for each in own])


def _publish(server: HookServer, uri: str, diagnostics: list[lsp.Diagnostic]) -> None:
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics))


def _diagnostic(document: Document, finding: Finding) -> lsp.Diagnostic:
    severity = lsp.DiagnosticSeverity.Error if finding.severity == "error" else lsp.DiagnosticSeverity.Warning
    labels = [
        lsp.DiagnosticRelatedInformation(lsp.Location(document.uri, _range(document, each.place)), each.text)
        for each in finding.labels
    ]
    message = f"{finding.message}\n{finding.hint}" if finding.hint else finding.message
    where = _range(document, finding.place)
    told = lsp.Diagnostic(where, message, severity, finding.code or None, source="chibi-hooks")
    told.related_information = labels or None
    return told


def _range(document: Document, spot: Spot) -> lsp.Range:
    start = document.lines.of_people(spot.line, spot.column)
    end = document.lines.of_people(spot.end_line or spot.line, spot.end_column or spot.column + 1)
    return lsp.Range(lsp.Position(*start), lsp.Position(*max(start, end)))


def _tell(server: HookServer) -> None:
    """What is known about a word."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        document = server.document(params.text_document.uri)
        start, end = document.word_at(_offset(document, params.position))
        told = document.about(document.text[start:end]) if end > start else ""
        if not told:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), _between(document, start, end))

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", " "]))
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        document = server.document(params.text_document.uri)
        name, operand = document.call_at(_offset(document, params.position))
        usages = document.usage(name) if name else []
        if not usages:
            return None
        return lsp.SignatureHelp([_signature(usage) for usage in usages], 0, operand)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["(", "'", '"', "."]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        from chibi_hooks.repl.scheme_completion import KnownHere, in_scheme

        document = server.document(params.text_document.uri)
        offset = _offset(document, params.position)
        text = document.text[:offset]
        start, candidates = in_scheme(KnownHere(document.world), text)
        written = text[start:]
        fitting = sorted({each for each in candidates if each[0].startswith(written)})
        where = _between(document, start, offset)
        items = [
            lsp.CompletionItem(name, kind=KINDS.get(about), detail=about or None, text_edit=lsp.TextEdit(where, name))
            for name, about in fitting[:MOST]
        ]
        return lsp.CompletionList(len(fitting) > MOST, items)


def _signature(usage: str) -> lsp.SignatureInformation:
    """`(f a [b])`, with its words as parameters."""
    from chibi_hooks.scheme.reading.lexer import tokenize

    inner = [(kind, start, end) for kind, start, end in tokenize(usage)][1:]
    words = [usage[start:end] for kind, start, end in inner[1:] if kind not in ("OPEN", "CLOSE")]
    parameters: list[lsp.ParameterInformation] = [lsp.ParameterInformation(word) for word in words]
    return lsp.SignatureInformation(usage, parameters=parameters)


def _find(server: HookServer) -> None:
    """Where a variable is bound and used, and another name for it."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        document = server.document(params.text_document.uri)
        word = document.bindings.at(_offset(document, params.position))
        bound = document.bindings.definition(word.bound) if word is not None else None
        return None if bound is None else lsp.Location(document.uri, _between(document, bound.start, bound.end))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        from chibi_hooks.lsp.outline import outline

        document = server.document(params.text_document.uri)
        return [_symbol(document, each) for each in outline(document.text)]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        document = server.document(params.text_document.uri)
        found = _same(document, params.position)
        wanted = [each for each in found if params.context.include_declaration or not each.binds]
        return [lsp.Location(document.uri, _between(document, each.start, each.end)) for each in wanted]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        document = server.document(params.text_document.uri)
        return [
            lsp.DocumentHighlight(_between(document, each.start, each.end)) for each in _same(document, params.position)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        document = server.document(params.text_document.uri)
        found = _renamed(document, params.position)
        if not _is_name(params.new_name):
            raise JsonRpcInvalidParams(f"{params.new_name} is no name of Scheme")
        edits = [lsp.TextEdit(_between(document, each.start, each.end), params.new_name) for each in found]
        return lsp.WorkspaceEdit({document.uri: edits})

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range:
        document = server.document(params.text_document.uri)
        _renamed(document, params.position)
        return _between(document, *document.word_at(_offset(document, params.position)))


def _symbol(document: Document, entry: Outlined) -> lsp.DocumentSymbol:
    inner = [_symbol(document, each) for each in entry.inner]
    whole, named = _between(document, entry.start, entry.end), _between(document, *entry.named)
    return lsp.DocumentSymbol(entry.name, SYMBOLS[entry.kind], whole, named, detail=entry.kind, children=inner)


def _same(document: Document, position: lsp.Position) -> list[Occurrence]:
    """The words that name the variable at a position."""
    word = document.bindings.at(_offset(document, position))
    return document.bindings.of(word.bound) if word is not None else []


def _renamed(document: Document, position: lsp.Position) -> list[Occurrence]:
    found = _same(document, position)
    if not any(each.binds for each in found):
        raise JsonRpcInvalidParams("only what this file binds can be renamed, and only while the file reads")
    return found


def _is_name(text: str) -> bool:
    from chibi_hooks.scheme.reading.lexer import tokenize

    tokens = list(tokenize(text))
    return len(tokens) == 1 and tokens[0][0] == "NAME"


def _write(server: HookServer) -> None:
    """The layout, and the fixes that are certain."""

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def layout(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        from chibi_hooks.lsp.indenting import indented

        document = server.document(params.text_document.uri)
        made = indented(document.text)
        whole = _between(document, 0, len(document.text))
        return [] if made == document.text else [lsp.TextEdit(whole, made)]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    async def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.document(params.text_document.uri)
        findings = await asyncio.to_thread(document.findings, load=False)
        return list(_fixes(document, findings, params.range))


def _fixes(document: Document, findings: list[Finding], chosen: lsp.Range) -> Iterator[lsp.CodeAction]:
    for each in findings:
        where = _range(document, each.place)
        if each.fix is not None and where.start <= chosen.end and chosen.start <= where.end:
            edit = lsp.TextEdit(_between(document, each.fix.start, each.fix.end), each.fix.text)
            title = each.hint or f"write {each.fix.text}"
            change = lsp.WorkspaceEdit({document.uri: [edit]})
            yield lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, [_diagnostic(document, each)], edit=change)


def _lenses(server: HookServer) -> None:
    """What stands above a hook, and what happens when it is clicked."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=False))
    async def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.document(params.text_document.uri)
        return await asyncio.to_thread(lambda: list(_above(server, document)))

    @server.command(FIRE)
    async def fire_sample(point: str, home: str) -> Any:
        fired = await asyncio.to_thread(_fire_sample, point, home, server.around)
        text = f"{point}: {json.dumps(fired.get('outcome', fired.get('error')), ensure_ascii=False)}"
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return fired

    @server.command(SHOW)
    def show(text: str) -> str:
        return text


def _above(server: HookServer, document: Document) -> Iterator[lsp.CodeLens]:
    from chibi_hooks.lsp.lenses import titles

    changed = server.changed.get(document.uri, {})
    for hook in document.hooks:
        where = _between(document, hook.start, hook.start)
        said = _traffic(document, hook.point, server.around)
        for title in titles(said, changed.get(hook.point, 0)):
            yield lsp.CodeLens(where, lsp.Command(title, SHOW, arguments=[title]))
        home = str(document.home) if document.home is not None else ""
        if home and document.is_trusted():
            yield lsp.CodeLens(where, lsp.Command("fire sample", FIRE, arguments=[hook.point, home]))


def _traffic(document: Document, point: str, around: Surroundings) -> Traffic | None:
    from chibi_hooks.lsp.lenses import traffic

    if document.home is None:
        return None
    try:
        return traffic(document.home, document.name, point, around, time.time())
    except ConfigError:  # a journal that nobody can read: `doctor` tells
        return None


def _fire_sample(point: str, home: str, around: Surroundings) -> dict[str, Any]:
    """The sample of a point, fired at the running host of a home, or at one that lasts as long."""
    from chibi_hooks.hooks.deciding.point import find
    from chibi_hooks.hooks.deciding.samples import sample
    from chibi_hooks.opening import Host
    from chibi_hooks.server.client import connect, standing

    try:
        payload = sample(find(point))
        client = connect(home, around)
        if client is None:
            with Host.open(home=Path(home), around=around) as host:
                return host.fire(point, payload).to_json()
        with client:
            where = standing(find_homes(around, home))
            told: dict[str, Any] = client.call("fire", point=point, payload=payload, look=True, **where)
            return told
    except HookError as error:
        return {"error": str(error)}


def _offset(document: Document, position: lsp.Position) -> int:
    return document.lines.offset(position.line, position.character)


def _between(document: Document, start: int, end: int) -> lsp.Range:
    return lsp.Range(lsp.Position(*document.lines.at(start)), lsp.Position(*document.lines.at(end)))
